// Positions a tooltip at its button: above it if there is room, otherwise below it, and never beyond the edges of the window.

/** The top left corner, in pixels of the window. */
export interface TooltipPosition {
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

/** Returns the position of a box of the size of `tooltip` at `button`, in a window `width` pixels wide. */
export function tooltipPosition(button: Box, tooltip: Pick<Box, "width" | "height">, width: number): TooltipPosition {
  const centered = button.left + button.width / 2 - tooltip.width / 2;
  const x = Math.max(GAP, Math.min(centered, width - tooltip.width - GAP));
  const above = button.top - tooltip.height - GAP;
  return { x, y: above >= GAP ? above : button.bottom + GAP };
}
