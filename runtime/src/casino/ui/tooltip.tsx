// A tooltip that needs no popover: it opens by hovering, focus or a tap, and goes by Escape, by leaving, or after five seconds.

import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon } from "./icon";
import { type Place, place } from "./placing";
import "./tooltip.css";

/** A tooltip hides itself so long after it opened, in milliseconds (row 4.8-04). */
export const HIDE_MS = 5000;

/** A mark that explains what stands beside it. The words are its description too, open or not. */
export function Tooltip({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState<Place>();
  const mark = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  // Focus opens before a tap's click does: only what was open when the finger came down is closed by it.
  const closesByTap = useRef(false);

  useEffect(() => {
    if (!open) return;
    const move = () => {
      if (mark.current && bubble.current)
        setAt(place(mark.current.getBoundingClientRect(), bubble.current.getBoundingClientRect(), innerWidth));
    };
    move();
    const hide = () => setOpen(false);
    const timer = setTimeout(hide, HIDE_MS);
    const outside = (event: Event) => {
      if (event.target instanceof Node && !mark.current?.parentElement?.contains(event.target)) hide();
    };
    addEventListener("scroll", move, { capture: true, passive: true });
    addEventListener("pointerdown", outside, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", move, { capture: true });
      removeEventListener("pointerdown", outside, { capture: true });
    };
  }, [open]);

  const hover = (to: boolean) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") setOpen(to);
  };

  function pressed(event: KeyboardEvent) {
    if (event.key !== "Escape" || !open) return;
    // The dialogue that it stands in stays open.
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
  }

  return (
    <span className="tooltip" onPointerEnter={hover(true)} onPointerLeave={hover(false)}>
      <button
        type="button"
        className="tooltip__mark"
        ref={mark}
        aria-label={label}
        aria-describedby={id}
        onPointerDown={(event) => {
          closesByTap.current = open && event.pointerType !== "mouse";
        }}
        onKeyDown={pressed}
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
        style={at && { insetInlineStart: at.x, insetBlockStart: at.y }}
      >
        {children}
      </span>
    </span>
  );
}
