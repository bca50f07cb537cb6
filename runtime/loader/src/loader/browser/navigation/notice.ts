// Shows the notice of a click that has no effect after one second, and failures. The page provides all texts.

import { listenUntil } from "../../../signals";
import { LOADER_ID } from "../documents/documents";

/** Delay between the click and the notice. */
const DELAY_MS = 1000;
/** How long the notice of a click is shown: the timeouts of a page and of its document. */
const LIMIT_MS = 20_000;
/** How long the "ready" message is shown. */
const READY_MS = 6000;

/** Messages of the notice: the names of the data attributes that contain their texts. */
type NoticeMessage = "loading" | "failed" | "offline" | "ready" | "crashed";

/** Shows the messages of the loader to the user. */
export interface Notice {
  /** Starts the delay of the notice for a click. */
  startDelay(): void;
  /** Starts the delay for a press on an island, which lasts until its hydration ends. */
  onPressed(hydration: Promise<void>): void;
  /** Reports that an island that took too long to hydrate can be used. */
  ready(): void;
}

/** Follows the visits until the signal is aborted, which clears the notice. A page without the element shows no notice. */
export function startNotice(signal: AbortSignal): Notice {
  const notice = document.getElementById(LOADER_ID.notice);
  let timer: ReturnType<typeof setTimeout> | undefined;

  // The button after the notice dismisses it.
  notice?.nextElementSibling?.addEventListener("click", () => show(), { signal });

  function show(message?: NoticeMessage) {
    clearTimeout(timer);
    timer = undefined;
    if (!notice) return;

    notice.textContent = (message && notice.dataset[message]) ?? "";
    notice.dataset.kind = message ?? "";
  }

  function startDelay() {
    if (timer) return;
    show();
    timer = setTimeout(() => {
      show(navigator.onLine ? "loading" : "offline");
      // No event reports that a document load brought no document: status 204 or 205, a download, or another program's URL.
      timer = setTimeout(show, LIMIT_MS);
    }, DELAY_MS);
  }

  listenUntil(signal, "croupier:visit", ({ kind }) => {
    if (kind === "loading") startDelay();
    else if (kind === "failed") show(navigator.onLine ? "failed" : "offline");
    else if (kind !== "swapping" && kind !== "document_load") show();
  });
  listenUntil(signal, "croupier:crashed", () => show("crashed"));
  signal.addEventListener("abort", () => show());

  return {
    startDelay,
    onPressed(hydration) {
      // A visit ends its own notice.
      if (timer) return;
      startDelay();
      void hydration.then(() => {
        if (timer) show();
      });
    },
    ready() {
      if (timer) return;
      show("ready");
      timer = setTimeout(show, READY_MS);
    },
  };
}
