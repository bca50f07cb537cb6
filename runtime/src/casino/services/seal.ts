// The licence seal of the footer: its validator's picture or script, asked for when the footer comes near, at the latest a second after load. What does not come leaves the seal in words (rows 2.5-19, 2.5-20, A20).

import { listen } from "../../signals";
import { config, path } from "../config/config";
import { loadScript } from "./script";

/** So long after the page was loaded it is asked for, wherever the reader is. */
const latest_ms = 1000;
/** So far below the screen the footer is near. */
const NEAR = "0px 0px 400px";
/** The seal that no validator was asked about yet. */
const UNASKED = "[data-seal]:not([data-asked])";

/** Begins: for this page, and for pages that are visited later, since not all of them have a footer. */
export function startSeal(): void {
  watch();
  listen("croupier:visit", ({ kind }) => kind === "done" && watch());
}

function watch() {
  const seal = document.querySelector<HTMLElement>(UNASKED);
  if (!seal) return;
  const near = new IntersectionObserver((entries) => entries.some((it) => it.isIntersecting) && ask(), {
    rootMargin: NEAR,
  });
  const late = setTimeout(ask, wait_ms(loadedAt(), performance.now()));
  near.observe(seal);

  function ask() {
    near.disconnect();
    clearTimeout(late);
    if (seal?.matches(UNASKED)) validate(seal);
  }
}

/** How long there is still to wait, in milliseconds; both moments are those of the page's own clock. */
export function wait_ms(loaded_ms: number | undefined, now_ms: number): number {
  return Math.max(0, (loaded_ms ?? now_ms) + latest_ms - now_ms);
}

/** When the page was loaded; nothing while it is not. */
function loadedAt(): number | undefined {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.loadEventStart || undefined;
}

function validate(seal: HTMLElement) {
  const { adapter, url } = config().seal;
  seal.dataset.asked = "";
  if (!url) return;
  if (adapter === "script") return void loadScript(path(url)).catch(() => {});
  const picture = new Image();
  picture.className = "seal__picture";
  // What it is stands beside it.
  picture.alt = "";
  picture.addEventListener("load", () => seal.querySelector("svg")?.replaceWith(picture));
  picture.src = path(url);
}
