// Where a small thing goes beside what it belongs to: above it if there is room, below it if not, never over the screen's edge.

/** The left top corner, in pixels of the window. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Between the two, and between the thing and the edges, in pixels. */
const GAP = 8;

/** Places a box of the size of `thing` at `mark` in a window `width` pixels wide. */
export function place(mark: Box, thing: Pick<Box, "width" | "height">, width: number): Place {
  const wished = mark.left + mark.width / 2 - thing.width / 2;
  const x = Math.max(GAP, Math.min(wished, width - thing.width - GAP));
  const above = mark.top - thing.height - GAP;
  return { x, y: above >= GAP ? above : mark.bottom + GAP };
}
