// Puts a page in the place of another: head, main and the slices around it; then focus, announcement and scroll.

import { plainPath } from "../core/address";
import type { PageData, SliceData } from "../core/page_data";
import type { Manner } from "../core/visit";
import { freshen } from "./freshen";
import type { History } from "./history";
import type { Islands } from "./islands";

const HEAD = 'meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"]';

/** What a swap needs. */
export interface SwapParts {
  readonly islands: Islands;
  readonly history: History;
  /** Loads a slice; rejects when it cannot be had. */
  slice(name: string): Promise<SliceData>;
  /** Digest of each slice as deployed, where that is known. */
  digests(): Readonly<Record<string, string>>;
  /** Makes the change of the document, perhaps as a transition. */
  paint(change: () => void): Promise<void> | void;
}

/** Shows `page` under the address `to`. Rejects before anything was changed, when a part cannot be had. */
export async function swap(
  parts: SwapParts,
  page: PageData,
  to: string,
  manner: Manner,
  isNewest: () => boolean,
): Promise<void> {
  const slices = await changedSlices(parts, page);
  // A newer visit may have shown its page while the slices were on their way.
  await parts.paint(() => {
    if (isNewest()) change(parts, page, to, manner, slices);
  });
}

type Change = readonly [HTMLElement, SliceData | undefined];

function change(parts: SwapParts, page: PageData, to: string, manner: Manner, slices: readonly Change[]) {
  const main = document.getElementById("main");
  if (!main) throw new Error("no main part");
  parts.history.commit(to, manner);
  closeLayers();
  const root = document.documentElement;
  root.dataset.layout = page.layout;
  swapHead(page);
  for (const [place, slice] of slices) fill(parts.islands, place, slice);
  parts.islands.stop(main);
  main.innerHTML = page.main;
  freshen();
  parts.islands.start(main);
  announce(page.title);
  settle(parts.history, main, manner);
}

/** Slices that this page shows or hides otherwise than the last, or that were published anew. */
async function changedSlices(parts: SwapParts, page: PageData): Promise<Change[]> {
  const places = [...document.querySelectorAll<HTMLElement>("[data-slice]")];
  const changes = places.map(async (place): Promise<Change | undefined> => {
    const name = place.dataset.slice ?? "";
    const wanted = page.slices.includes(name);
    const isThere = place.hasChildNodes();
    if (!wanted) return isThere ? [place, undefined] : undefined;
    const deployed = parts.digests()[name];
    // One that the player types into stays until the next page.
    const isOld =
      deployed !== undefined && deployed !== place.dataset.digest && !place.querySelector(":is(input,textarea):focus");
    if (isThere && !isOld) return undefined;
    return [place, await parts.slice(name)];
  });
  return (await Promise.all(changes)).filter((change) => change !== undefined);
}

/** Closes what lies over the page: it belonged to the page that is left. */
function closeLayers() {
  for (const layer of document.querySelectorAll<HTMLElement>(":popover-open")) layer.hidePopover();
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
}

function fill(islands: Islands, place: HTMLElement, slice: SliceData | undefined) {
  islands.stop(place);
  place.innerHTML = slice?.html ?? "";
  if (slice) place.dataset.digest = slice.digest;
  islands.start(place);
}

function swapHead(page: PageData) {
  const made = document.createElement("template");
  made.innerHTML = page.head;
  made.content.querySelector("title")?.remove();
  document.title = page.title;
  for (const old of document.head.querySelectorAll(HEAD)) old.remove();
  // Without the white space between them, which nobody would ever remove.
  document.head.append(...made.content.children);
  const present = new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map((it) => it.getAttribute("href")),
  );
  for (const href of page.styles) {
    if (!present.has(href))
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
}

function announce(title: string) {
  const announcer = document.getElementById("announcer");
  // The same words twice are told twice only when the text changes.
  if (announcer) announcer.textContent = announcer.textContent === title ? `${title}\u00a0` : title;
}

function settle(history: History, main: HTMLElement, manner: Manner) {
  if (manner === "restore" && history.restore()) return;
  const target = document.getElementById(plainPath(location.hash.slice(1)));
  const focused = target ?? main.querySelector<HTMLElement>("h1") ?? main;
  if (!focused.matches("a[href], button, input, [tabindex]")) focused.tabIndex = -1;
  focused.focus({ preventScroll: true });
  if (target) target.scrollIntoView();
  else scrollTo({ left: 0, top: 0, behavior: "instant" });
}
