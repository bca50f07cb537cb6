// The stack of toasts: short words that come and go by themselves, over everything, without ever taking the focus (A22).

import { atom } from "nanostores";
import { createRoot } from "react-dom/client";
import { ATTRIBUTE } from "../../signals";
import { Toast, type ToastKind } from "./toast";
import "./toast.css";
import { topDialog } from "./top_dialog";
import { useStore } from "./use_store";

/** How a toast is told. */
export interface ToastOptions {
  readonly kind?: ToastKind;
  /** How long it stays, in milliseconds; the pointer over it or the focus in it halts that. */
  readonly for_ms?: number;
  /** The name of its close button. */
  readonly closeLabel?: string;
}

interface Shown extends Required<ToastOptions> {
  readonly id: number;
  readonly text: string;
}

const STAYS_MS = 6000;
const NONE: readonly Shown[] = [];
const $toasts = atom<readonly Shown[]>(NONE);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let count = 0;
let host: HTMLElement | undefined;

/** Tells something. It outlives a change of the page and of what is open. */
export function toast(text: string, { kind = "plain", for_ms = STAYS_MS, closeLabel = "Close" }: ToastOptions = {}) {
  const shown = { id: ++count, text, kind, for_ms, closeLabel };
  place();
  $toasts.set([...$toasts.get(), shown]);
  start(shown);
}

function start({ id, for_ms }: Shown) {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => close(id), for_ms),
  );
}

function close(id: number) {
  clearTimeout(timers.get(id));
  timers.delete(id);
  $toasts.set($toasts.get().filter((shown) => shown.id !== id));
}

/** Puts the stack where it is seen and heard: what lies outside of an open dialogue is neither. */
function place() {
  host ??= create();
  const parent = topDialog() ?? document.body;
  if (host.parentElement !== parent) parent.append(host);
  if ("popover" in host && !host.matches(":popover-open")) host.showPopover();
}

function create(): HTMLElement {
  const made = document.createElement("div");
  made.className = "toasts";
  made.setAttribute("role", "status");
  made.setAttribute("popover", "manual");
  made.setAttribute(ATTRIBUTE.permanent, "");
  createRoot(made).render(<Stack />);
  // Who reads or aims at one is not hurried.
  for (const kind of ["pointerenter", "focusin"]) made.addEventListener(kind, halt);
  for (const kind of ["pointerleave", "focusout"]) made.addEventListener(kind, () => $toasts.get().forEach(start));
  // A dialogue that opens or closes moves the stack along.
  for (const kind of ["close", "toggle"])
    document.addEventListener(kind, ({ target }) => void (target instanceof HTMLDialogElement && place()), true);
  return made;
}

function halt() {
  for (const timer of timers.values()) clearTimeout(timer);
}

function Stack() {
  return useStore($toasts, NONE).map(({ id, kind, closeLabel, text }) => (
    <Toast key={id} kind={kind} closeLabel={closeLabel} onClose={() => close(id)}>
      {text}
    </Toast>
  ));
}
