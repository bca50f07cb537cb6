// Screenshots of the documentation: encodes the picture of a page as WebP, and compares it with a committed one.

import type { Page } from "@playwright/test";

const WEBP_QUALITY = 0.8;
/** Columns and rows of the cells whose average colours are compared. */
const GRID = { columns: 32, rows: 20 };

/** Returns what `page` shows as a WebP file. `blank` is an empty page, which has no content security policy. */
export async function webpOf(page: Page, blank: Page): Promise<Buffer> {
  const png = await page.screenshot();
  const webp = await blank.evaluate(
    async ({ base64, quality }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    { base64: png.toString("base64"), quality: WEBP_QUALITY },
  );
  return Buffer.from(webp.slice(webp.indexOf(",") + 1), "base64");
}

/** The dimensions of a picture, and the average colours of its cells, row by row. */
interface Cells {
  readonly width: number;
  readonly height: number;
  readonly colours: readonly (readonly number[])[];
}

/**
 * Returns the mean difference between the colours of two WebP files, from 0 to 255, or infinity if their dimensions differ. A cell is
 * compared with the nearest colour among its neighbours too, because another font moves text a little.
 */
export async function differenceOf(first: Buffer, second: Buffer, blank: Page): Promise<number> {
  const a = await cellsOf(first, blank);
  const b = await cellsOf(second, blank);
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
  return Math.max(oneWay(a, b), oneWay(b, a));
}

function oneWay(from: Cells, to: Cells): number {
  const { columns } = GRID;
  const nearest = from.colours.map((colour, index) => {
    const neighbours = to.colours.filter(
      (_, other) =>
        Math.abs((other % columns) - (index % columns)) <= 1 &&
        Math.abs(Math.floor(other / columns) - Math.floor(index / columns)) <= 1,
    );
    return Math.min(...neighbours.map((neighbour) => distance(colour, neighbour)));
  });
  return nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
}

const distance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, channel) => sum + Math.abs(value - (b[channel] ?? 0)), 0) / a.length;

function cellsOf(webp: Buffer, blank: Page): Promise<Cells> {
  return blank.evaluate(
    async ({ base64, columns, rows }) => {
      const image = new Image();
      image.src = `data:image/webp;base64,${base64}`;
      await image.decode();
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      if (!context) throw new Error("the browser has no canvas");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const sums = Array.from({ length: columns * rows }, () => [0, 0, 0, 0]);
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        const column = Math.floor(((pixel % width) * columns) / width);
        const row = Math.floor((Math.floor(pixel / width) * rows) / height);
        const sum = sums[row * columns + column] ?? [];
        for (let channel = 0; channel < 4; channel += 1)
          sum[channel] = (sum[channel] ?? 0) + (data[pixel * 4 + channel] ?? 0);
      }
      // The pixels are opaque, so that the sum of their alpha channel counts them.
      const colours = sums.map(([red = 0, green = 0, blue = 0, alpha = 0]) =>
        [red, green, blue].map((value) => (value * 255) / alpha),
      );
      return { width, height, colours };
    },
    { base64: webp.toString("base64"), ...GRID },
  );
}
