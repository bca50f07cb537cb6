// Replaces the rendered page: swaps head, main, the regions and the slices, then moves focus, announces the title and scrolls. Fast
// changes are applied at once, slow ones after a frame, and those after a long load with a cross-fade.

import { listenUntil, send, type VisitAction } from "../../../signals";
import { decodePath } from "../../core/address";
import type { PageData, SliceData } from "../../core/page_data";
import { closeDialogs } from "../dialogs/dialog_stack";
import { focusHeading, focusOnce } from "../dialogs/focus";
import { LOADER_ID, mainElement } from "../documents/documents";
import type { History } from "../history/history";
import { fragment } from "../html";
import type { Islands } from "../islands/islands";
import { nextFrame } from "../timeouts";
import { markCurrent } from "./links";
import { type LoadSlice, loadStyles } from "./styles";

/**
 * The elements that describe a page. Structured data and links to translations are only in documents, so that a navigation removes those
 * of the first page.
 */
const HEAD_ELEMENTS = [
  "meta:is([name=description],[name=robots],[name=author],[name^='twitter:'],[property^='og:'],[property^='article:'])",
  "link:is([rel=canonical],[rel=author],[rel=alternate][hreflang])",
  "script[type='application/ld+json']",
].join();

/** Dependencies of a swap. */
export interface SwapDeps {
  readonly islands: Islands;
  readonly history: History;
  readonly slice: LoadSlice;
  /** Returns the digests of the deployed slices, as far as they are known. */
  digests(): Readonly<Record<string, string>>;
  /** Returns whether the user is busy with something that must not be interrupted. It may be in a slice. */
  isBusy(): boolean;
  /** The shell of the document. */
  readonly shell: string;
  /** Applies a change to the document, possibly as a view transition. */
  applyChange(change: () => void): Promise<void> | void;
}

/** Shows `page` under the URL `to`, unless the signal is aborted first. Rejects without any change if a slice fails to load. */
export async function swap(
  deps: SwapDeps,
  page: PageData,
  to: string,
  action: VisitAction,
  signal: AbortSignal,
): Promise<void> {
  const slices = await changedSlices(deps, page, signal);
  await loadStyles([...page.styles, ...slices.flatMap(([, slice]) => slice?.styles ?? [])]);

  await deps.applyChange(() => {
    if (!signal.aborted) change(deps, page, to, action, slices);
  });
}

type Change = readonly [HTMLElement, SliceData | undefined];

function change(deps: SwapDeps, page: PageData, to: string, action: VisitAction, slices: readonly Change[]) {
  const main = mainElement();
  if (!main) throw new Error("no main");

  deps.history.commit(to, action);
  closeDialogs();
  document.documentElement.dataset.layout = page.layout;

  for (const [region, slice] of slices) {
    if (slice) region.dataset.digest = slice.digest;
    fill(deps.islands, region, slice?.html);
  }

  send("croupier:leave", null);
  deps.islands.stop(main);
  main.replaceChildren(fragment(page.main));

  for (const region of document.querySelectorAll<HTMLElement>("[data-region]:not(main *)")) {
    const html = page.regions[region.dataset.region ?? ""];
    if (html !== undefined) fill(deps.islands, region, html);
  }

  // Islands of the last page have removed their own elements of the head, such as a title that counts messages.
  swapHead(page);
  send("croupier:enter", null);
  markCurrent();
  deps.islands.start(main);
  restorePosition(deps.history, action);
  announce(page.title);
}

/** Returns the slices to change: this page shows or hides them unlike the previous page, or they have a new digest. */
async function changedSlices(deps: SwapDeps, page: PageData, signal: AbortSignal): Promise<Change[]> {
  // A page with another shell is rendered here only while the user is busy, perhaps in a slice. So the slices stay.
  if (page.shell !== deps.shell) return [];

  const regions = [...document.querySelectorAll<HTMLElement>("[data-slice]")];
  const changes = regions.map(async (region): Promise<Change | undefined> => {
    const { slice: name = "", digest } = region.dataset;
    const isWanted = page.slices.includes(name);
    const isShown = region.hasChildNodes();
    if (!isWanted) return isShown ? [region, undefined] : undefined;

    const deployed = deps.digests()[name];
    // A slice stays until a later page while the user is busy or a field in the slice has the focus.
    const isKept = deps.isBusy() || region.querySelector(":is(input,textarea):focus");
    if (isShown && (isKept || deployed === undefined || deployed === digest)) return undefined;

    const slice = await deps.slice(name, true, signal);
    // An HTTP cache may return the slice that is already shown.
    return isShown && slice.digest === digest ? undefined : [region, slice];
  });

  return (await Promise.all(changes)).filter((change) => change !== undefined);
}

/** Replaces the content of a slice or a region. */
function fill(islands: Islands, element: HTMLElement, html = "") {
  islands.stop(element);
  element.replaceChildren(fragment(html));
  islands.start(element);
}

function swapHead(page: PageData) {
  const elements = fragment(page.head);
  elements.querySelector("title")?.remove();
  document.title = page.title;
  for (const outdated of document.head.querySelectorAll(HEAD_ELEMENTS)) outdated.remove();
  // Only the elements are added: no later swap would remove the white space between them.
  document.head.append(...elements.children);
}

/** Announces the page's title to screen readers, unless the focused heading says the same: users would hear it twice. */
function announce(title: string) {
  const announcer = document.getElementById(LOADER_ID.announcer);
  if (!announcer) return;
  const heading = document.activeElement?.closest("h1")?.textContent.trim();
  const text = heading && title.includes(heading) ? "" : title;
  // The same text twice is announced twice only if the element changes.
  announcer.textContent = text && announcer.textContent === text ? `${text}\u00a0` : text;
}

function restorePosition(history: History, action: VisitAction) {
  if (action === "traverse" && history.restore()) return;

  const target = document.getElementById(decodePath(location.hash.slice(1)));
  if (target) {
    focusOnce(target);
    target.scrollIntoView();
    return;
  }

  // Browsers follow the attribute only in documents that they load.
  const field = document.querySelector<HTMLElement>("main [autofocus]");
  if (field) field.focus();
  else focusHeading();
  scrollTo({ left: 0, top: 0, behavior: "instant" });
}

/** Minimum loading time for a cross-fade, because capturing the old page costs a frame. Style sheets set the duration of the fade. */
const MIN_LOADING_MS = 100;
/** A change that takes longer is applied after the next frame, so that the click gets a visible response first. */
const SLOW_CHANGE_MS = 12;

/** Applies a change to the document, possibly as a view transition. Rejects if the change throws. */
export type ApplyChange = (change: () => void) => Promise<void>;

/** Follows the visits until the signal is aborted, and returns the function that applies changes. */
export function createTransitions(signal: AbortSignal): ApplyChange {
  let loading_since_ms = performance.now();
  /** Duration of the last change. Before the first change, devices with a coarse pointer count as slow. */
  let last_duration_ms = matchMedia("(pointer: coarse)").matches ? Number.POSITIVE_INFINITY : 0;

  listenUntil(signal, "croupier:visit", ({ kind }) => {
    if (kind === "loading") loading_since_ms = performance.now();
  });

  return async (change) => {
    const isSlow = last_duration_ms > SLOW_CHANGE_MS;
    const isLongLoad = performance.now() - loading_since_ms > MIN_LOADING_MS;
    const applyTimed = () => {
      const start_ms = performance.now();
      change();
      last_duration_ms = performance.now() - start_ms;
    };

    const isWanted =
      "startViewTransition" in document &&
      isLongLoad &&
      !isSlow &&
      !document.hidden &&
      !matchMedia("(prefers-reduced-motion: reduce)").matches;

    if (!isWanted) {
      // After a longer wait the click already got its response, so no extra frame is needed.
      if (isSlow && !isLongLoad) await nextFrame();
      return applyTimed();
    }

    const transition = document.startViewTransition(applyTimed);
    // A skipped transition rejects these promises, but its change is applied.
    for (const promise of [transition.ready, transition.finished]) promise.catch(() => undefined);
    await transition.updateCallbackDone;
  };
}
