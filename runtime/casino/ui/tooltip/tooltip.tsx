// A tooltip without the popover API. Hovering, focus and a tap open it. It stays until the pointer or the focus leaves, a press
// elsewhere or Escape (WCAG 1.4.13).

import "./tooltip.css";
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../display/content";

/** An info button. Its tooltip, open or not, is also its accessible description. `label` names the button. */
export function Tooltip({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [position, setPosition] = useState<TooltipPosition>();
  const mark = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  // A tap focuses the button before its click, so the click closes only a tooltip that was open at the start of the tap.
  const closesByTap = useRef(false);

  useEffect(() => {
    // The pointer or the focus may have been here before hydration. A finger leaves `:hover` behind.
    const state = matchMedia("(hover: hover)").matches ? ":hover, :focus-within" : ":focus-within";
    if (mark.current?.parentElement?.matches(state)) setOpen(true);
  }, []);

  useEffect(() => {
    if (!open) return;
    const move = () => {
      if (mark.current && bubble.current)
        setPosition(
          tooltipPosition(mark.current.getBoundingClientRect(), bubble.current.getBoundingClientRect(), innerWidth),
        );
    };

    move();
    return listenWhileOpen(mark, move, () => setOpen(false));
  }, [open]);

  const ifMouse = (action: () => void) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") action();
  };
  const leave = () => {
    if (document.activeElement !== mark.current) setOpen(false);
  };

  return (
    <span className="tooltip" onPointerEnter={ifMouse(() => setOpen(true))} onPointerLeave={ifMouse(leave)}>
      <button
        type="button"
        className="tooltip__mark"
        ref={mark}
        aria-label={label}
        aria-describedby={id}
        onPointerDown={(event) => {
          closesByTap.current = open && event.pointerType !== "mouse";
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => {
          setOpen(!closesByTap.current);
          closesByTap.current = false;
        }}
      >
        <Icon name="info" />
      </button>
      <span
        className="tooltip__bubble"
        id={id}
        ref={bubble}
        role="tooltip"
        data-open={open || undefined}
        style={position && { insetInlineStart: position.x, insetBlockStart: position.y }}
      >
        {children}
      </span>
    </span>
  );
}

/**
 * Calls `move` when anything scrolls, and `close` at a press outside the tooltip around `mark` and at Escape. Returns what removes the
 * listeners.
 */
function listenWhileOpen(mark: RefObject<HTMLElement | null>, move: () => void, close: () => void): () => void {
  const closeOutside = (event: Event) => {
    if (event.target instanceof Node && !mark.current?.parentElement?.contains(event.target)) close();
  };

  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The dialog around the tooltip stays open.
    event.preventDefault();
    event.stopPropagation();
    close();
  };

  const controller = new AbortController();
  const passive = { capture: true, passive: true, signal: controller.signal };
  addEventListener("scroll", move, passive);
  addEventListener("pointerdown", closeOutside, passive);
  // On the document: a tooltip that was opened by hovering has no focus.
  document.addEventListener("keydown", closeByEscape, { capture: true, signal: controller.signal });

  return () => controller.abort();
}

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
