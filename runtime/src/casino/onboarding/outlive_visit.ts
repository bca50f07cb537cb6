// Whoever signs in is led to the lobby: the form that did it is there again when that is shown.

import { ID, listen } from "../../signals";

/** Whether the container stays what it is although a visit closes it. */
export interface Stays {
  current: boolean;
}

/** The visit that begins in this task only hides the container; resolves when that is over. */
export function outliveVisit(stays: Stays): Promise<void> {
  stays.current = true;
  return new Promise((resolve) => {
    let hasBegun = false;
    const ended = () => {
      stays.current = false;
      stop();
      resolve();
    };
    const stop = listen("croupier:visit", ({ kind }) => {
      hasBegun = true;
      if (kind === "loading" || kind === "swapping") return;
      const container = document.getElementById(ID.modal);
      if (container instanceof HTMLDialogElement && container.returnValue === "visit") {
        container.showModal();
        document.getElementById(container.getAttribute("aria-labelledby") ?? "")?.focus();
      }
      ended();
    });
    // Not everybody who signs in is led elsewhere.
    queueMicrotask(() => hasBegun || ended());
  });
}
