// Shows the delayed-navigation notice one second after the click (row 4.9-04, A93), and failures. The page provides all texts.

import { listen } from "../../../signals";
import { LOADER_ID } from "../ids";

/** Delay between the click and the notice. */
const delay_ms = 1000;
/** How long the "ready" message is shown. */
const ready_ms = 6000;

/** Messages of the notice: the names of the data attributes that contain their texts. */
type Words = "loading" | "failed" | "offline" | "ready";

/** Shows the messages of the loader to the player. */
export interface Notice {
  /** Starts the delay of the notice for a click. */
  begin(): void;
  /** Reports that an island that took too long to hydrate can be used. */
  ready(): void;
}

/** Starts to follow the visits. A page without the element shows no notice. */
export function startNotice(): Notice {
  const notice = document.getElementById(LOADER_ID.notice);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The button after the notice dismisses it.
  notice?.nextElementSibling?.addEventListener("click", () => say());

  function say(words?: Words) {
    clearTimeout(timer);
    timer = undefined;
    if (!notice) return;
    notice.textContent = (words && notice.dataset[words]) ?? "";
    notice.dataset.kind = words ?? "";
  }

  function begin() {
    if (timer) return;
    say();
    timer = setTimeout(say, delay_ms, "loading");
  }

  listen("croupier:visit", ({ kind }) => {
    if (kind === "loading") begin();
    else if (kind === "failed") say(navigator.onLine ? "failed" : "offline");
    else if (kind !== "swapping" && kind !== "document_load") say();
  });
  return {
    begin,
    ready() {
      if (timer) return;
      say("ready");
      timer = setTimeout(say, ready_ms);
    },
  };
}
