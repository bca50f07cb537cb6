// Takes screenshots of all pages of the sitemap, for guests and for a player, at 390 and 1280 px, with a contact sheet for each.
//
//   node tests/e2e/screenshots.mjs ORIGIN FOLDER [--compare FOLDER] [--login annx]
//
// ORIGIN is a running `croupier dev` with the sandbox. With --compare, it lists the pages whose pictures differ from an earlier folder.
// CHROMIUM is the path of the browser.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";

const WIDTHS = [390, 1280];
/** Longest part of a page on a picture, and the width of a picture on the contact sheet, in pixels. */
const MAX_HEIGHT = 3000;
const THUMBNAIL_WIDTH = 300;
const PASSWORD = "Secret-123!";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: "string" }, login: { type: "string", default: "annx" } },
});
const [origin, folder] = positionals;
if (!origin || !folder) {
  console.error("Usage: node screenshots.mjs ORIGIN FOLDER [--compare FOLDER] [--login NAME]");
  process.exit(2);
}

const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url).pathname);
const paths = [
  ...new Set([...listed, "/lobby/account/", "/lobby/account/history/", "/lobby/account/preferences/", "/cashier/"]),
].sort();
const fileOf = (path) => `${path.replace(/^\/|\/$/g, "").replaceAll("/", "_") || "home"}.png`;

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const blank = await browser.newPage();
try {
  for (const user of ["guest", "player"])
    for (const width of WIDTHS) {
      const name = `${user}-${width}`;
      const pictures = await takePictures(user === "player" ? await storedSession(values.login) : {}, width);
      for (const { path, png } of pictures) await writeFile(join(folder, `${name}-${fileOf(path)}`), png);
      await writeFile(join(folder, `sheet-${name}.png`), await contactSheet(pictures));
      if (values.compare) await compare(name, pictures, values.compare);
    }
} finally {
  await browser.close();
}

/** Signs in a seeded player. Returns the records of local storage. */
async function storedSession(login) {
  const body = { login, password: PASSWORD, skin_id: 1, client_id: 3, for_money: true, player_timezone: "+00:00" };
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${origin}/api/794/login`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${login} cannot sign in: ${response.status} ${await response.text()}`);
  const { pid, rtgSession, sessionToken } = await response.json();
  const session = { pid, login, sessionID: rtgSession.session_id, token: sessionToken, timeStamp: Date.now() };
  return { session: JSON.stringify(session) };
}

async function takePictures(records, width) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    serviceWorkers: "block",
    isMobile: width < 500,
    hasTouch: width < 500,
  });
  await context.addInitScript((records) => {
    for (const [name, value] of Object.entries(records)) localStorage.setItem(name, value);
  }, records);
  const pictures = [];
  for (const path of paths) {
    const page = await context.newPage();
    await page.goto(origin + path);
    await page.waitForLoadState("networkidle");
    // Scrolls through the page, so that lazy pictures load, and renders what is outside of the screen.
    await page.evaluate(async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { content-visibility: visible !important }");
      document.adoptedStyleSheets.push(sheet);
      for (let y = 0; y < Math.min(document.body.scrollHeight, 3000); y += 600) {
        scrollTo(0, y);
        await new Promise((then) => setTimeout(then, 60));
      }
      scrollTo(0, 0);
    });
    await page.waitForLoadState("networkidle");
    const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), MAX_HEIGHT);
    // A clip outside of the viewport needs a full-page picture.
    const png = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
    pictures.push({ path, png });
    await page.close();
  }
  await context.close();
  return pictures;
}

/** Returns a picture of all pages side by side. */
async function contactSheet(pictures) {
  const figures = pictures.map(
    ({ path, png }) =>
      `<figure><figcaption>${path}</figcaption><img width="${THUMBNAIL_WIDTH}" src="data:image/png;base64,${png.toString("base64")}"></figure>`,
  );
  await blank.setViewportSize({ width: 6 * (THUMBNAIL_WIDTH + 16) + 16, height: 900 });
  await blank.setContent(
    `<style>body{display:flex;flex-wrap:wrap;align-items:start;gap:16px;font:14px sans-serif}figure{margin:0}img{max-height:900px;object-fit:cover;object-position:top}</style>${figures.join("")}`,
  );
  return blank.screenshot({ fullPage: true });
}

/** Prints each page whose picture has other dimensions than before, or other pixels. */
async function compare(name, pictures, before) {
  for (const { path, png } of pictures) {
    const old = await readFile(join(before, `${name}-${fileOf(path)}`)).catch(() => undefined);
    const difference = old
      ? await blank.evaluate(
          differenceOf,
          [old, png].map((file) => file.toString("base64")),
        )
      : "new";
    if (difference) console.log(`${name} ${path}: ${difference}`);
  }
}

/** Runs in the browser. Returns a description of the difference, or an empty text. */
async function differenceOf(files) {
  const images = await Promise.all(
    files.map(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.getContext("2d").getImageData(0, 0, image.width, image.height);
    }),
  );
  const [a, b] = images;
  if (a.width !== b.width || a.height !== b.height) return `${a.width} x ${a.height} became ${b.width} x ${b.height}`;
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 16)) count += 1;
  const percent = (count * 400) / a.data.length;
  return percent > 0.05 ? `${percent.toFixed(1)} % of the pixels differ` : "";
}
