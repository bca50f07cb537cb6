// The delayed-navigation notice, from one second after the click on (row 4.9-04, A93), and the words of a failure. All words are the page's.

import { listen } from "../../../signals";
import { LOADER_ID } from "../ids";

/** The notice comes so long after the click. */
const delay_ms = 1000;
/** Words that tell nothing to wait for are put away after this time. */
const ready_ms = 6000;

/** What the notice can say: the names of the attributes that hold its words. */
type Words = "loading" | "failed" | "offline" | "ready";

/** The place where the loader speaks to the player. */
export interface Notice {
  /** A click is being answered, since now. */
  begin(): void;
  /** A part that was waited for too long can be used. */
  ready(): void;
}

/** Begins to follow the visits. A page without the element gets no notice. */
export function startNotice(): Notice {
  const notice = document.getElementById(LOADER_ID.notice);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The button after it puts it away.
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
