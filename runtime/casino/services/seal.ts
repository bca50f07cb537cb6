// Loads the picture or script of the licence validator for the seal in the footer. It is requested when the footer is near the screen,
// at the latest a second after load. If it fails to load, the seal stays a text (rows 2.5-19, 2.5-20, A20).

import { listen } from "@croupier/loader";
import { config, path } from "../config/config";
import { loadScript } from "./script";

/** Delay after the load of the page at which the seal is requested in any case, in milliseconds. */
const MAX_DELAY_MS = 1000;
/** Distance below the screen at which the seal is requested. */
const ROOT_MARGIN = "0px 0px 400px";
/** Selects a seal that is not requested yet. */
const NOT_REQUESTED = "[data-seal]:not([data-asked])";

/** Starts the seal, for this page and for later visits, since not all pages have a footer. */
export function startSeal(): void {
  watchSeal();
  listen("croupier:visit", ({ kind }) => {
    if (kind === "done") watchSeal();
  });
}

function watchSeal() {
  const seal = document.querySelector<HTMLElement>(NOT_REQUESTED);
  if (!seal) return;

  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) request();
    },
    { rootMargin: ROOT_MARGIN },
  );

  const timer = setTimeout(request, remaining_ms(loadedAt(), performance.now()));
  observer.observe(seal);

  function request() {
    observer.disconnect();
    clearTimeout(timer);
    if (seal?.matches(NOT_REQUESTED)) validate(seal);
  }
}

/** Returns the remaining delay in milliseconds. Both timestamps are in milliseconds since the document's start. */
export function remaining_ms(loaded_ms: number | undefined, now_ms: number): number {
  return Math.max(0, (loaded_ms ?? now_ms) + MAX_DELAY_MS - now_ms);
}

/** Returns the timestamp of the page's load event; `undefined` before it. */
function loadedAt(): number | undefined {
  const [entry] = performance.getEntriesByType("navigation");
  return (entry instanceof PerformanceNavigationTiming && entry.loadEventStart) || undefined;
}

function validate(seal: HTMLElement) {
  const { adapter, url } = config().seal;
  seal.dataset.asked = "";
  if (!url) return;
  if (adapter === "script") return void loadScript(path(url)).catch(() => {});

  const picture = new Image();
  picture.className = "seal__picture";
  // The text next to the picture describes it.
  picture.alt = "";
  picture.addEventListener("load", () => seal.querySelector("svg")?.replaceWith(picture));
  picture.src = path(url);
}
