// Positions a tooltip at its button: above it if there is room, otherwise below it, and never beyond the edges of the window.

/** The top left corner, in pixels of the window. */
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

/** Distance from the button and from the edges of the window, in pixels. */
const GAP = 8;

/** Returns the position of a box of the size of `thing` at `mark`, in a window `width` pixels wide. */
export function place(mark: Box, thing: Pick<Box, "width" | "height">, width: number): Place {
  const wished = mark.left + mark.width / 2 - thing.width / 2;
  const x = Math.max(GAP, Math.min(wished, width - thing.width - GAP));
  const above = mark.top - thing.height - GAP;
  return { x, y: above >= GAP ? above : mark.bottom + GAP };
}
