// @vitest-environment happy-dom
// Features of the loader that listen to the document do so until they are stopped.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startCommands } from "../src/loader/browser/dialogs/commands";
import { startDialogStack } from "../src/loader/browser/dialogs/dialog_stack";
import { focusNear } from "../src/loader/browser/dialogs/focus";
import { startHistory } from "../src/loader/browser/history/history";
import { startScroll } from "../src/loader/browser/history/scroll";
import { createIslands } from "../src/loader/browser/islands/islands";
import { startReplay } from "../src/loader/browser/islands/replay";
import { startLinks } from "../src/loader/browser/navigation/links";
import { startNotice } from "../src/loader/browser/navigation/notice";
import { startLoader } from "../src/loader/entry/start_loader";
import { entryState, send } from "../src/signals";

/** The listeners that a test added and did not remove, with the kind of event. */
const listeners: { readonly target: EventTarget; readonly kind: string; readonly listener: unknown }[] = [];
const listening = () => listeners.map(({ kind }) => kind).sort();
/** The observers that observe something. */
const observing = new Set<object>();
/** Ends what a test has started. */
let controller: AbortController;

function forget(target: EventTarget, kind: string, listener: unknown) {
  const index = listeners.findIndex(
    (added) => added.target === target && added.kind === kind && added.listener === listener,
  );
  if (index >= 0) listeners.splice(index, 1);
}

/** Returns a class of observers that report nothing. */
function observers(report: (target: Element, notify: (entries: object[]) => void) => void = () => {}) {
  return class {
    constructor(private readonly notify: (entries: object[]) => void) {}
    observe(target: Element) {
      observing.add(this);
      report(target, this.notify);
    }
    unobserve() {}
    takeRecords() {}
    disconnect() {
      observing.delete(this);
    }
  };
}

beforeEach(() => {
  listeners.length = 0;
  observing.clear();
  controller = new AbortController();

  for (const owner of [window, document, EventTarget.prototype]) {
    const { addEventListener, removeEventListener } = owner;
    /** The target of a call; functions of the window are called without one. */
    const targetOf = (caller: EventTarget) => (owner === EventTarget.prototype ? caller : owner);

    vi.spyOn(owner, "addEventListener").mockImplementation(function (this: EventTarget, kind, listener, options) {
      const target = targetOf(this);
      addEventListener.call(target, kind, listener, options);
      // A signal fires once, so its listeners end with it.
      if (target instanceof AbortSignal) return;

      listeners.push({ target, kind, listener });
      if (typeof options === "object") options.signal?.addEventListener("abort", () => forget(target, kind, listener));
    });
    vi.spyOn(owner, "removeEventListener").mockImplementation(function (this: EventTarget, kind, listener, options) {
      const target = targetOf(this);
      removeEventListener.call(target, kind, listener, options);
      forget(target, kind, listener);
    });
  }

  vi.stubGlobal("ResizeObserver", observers());
  vi.stubGlobal("MutationObserver", observers());
  vi.stubGlobal(
    "IntersectionObserver",
    observers((target, notify) => {
      const isIntersecting = target.matches("a");
      queueMicrotask(() => notify([{ target, isIntersecting }]));
    }),
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function show(html: string) {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
}

function click(element: Element) {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}

test("links are visits until the loader is stopped", () => {
  const visits: string[] = [];
  const link = show('<a href="/games/">Games</a>');
  startLinks("", ({ to }) => void visits.push(to), controller.signal);
  expect(click(link)).toBe(true);
  expect(listening()).not.toEqual([]);

  controller.abort();
  link.addEventListener("click", (event) => event.preventDefault());
  click(link);
  expect(visits).toEqual([new URL("/games/", location.href).href]);
  expect(listening()).toEqual([]);
});

test("clicks on islands are replayed until that is stopped", () => {
  const hydrated: string[] = [];
  const island = show('<div id="a" data-island><button type="button">Play</button></div>');
  const button = island.querySelector("button") as HTMLElement;
  const hydrate = async ({ id }: HTMLElement) => void hydrated.push(id);
  startReplay(hydrate, () => island, vi.fn(), controller.signal);
  expect(click(button)).toBe(true);
  expect(hydrated).toEqual(["a"]);
  expect(listening()).not.toEqual([]);

  controller.abort();
  expect(click(button)).toBe(false);
  expect(hydrated).toEqual(["a"]);
  expect(listening()).toEqual([]);
});

test("commands wait for their island until that is stopped", () => {
  const hydrate = vi.fn(async () => undefined);
  const target = show('<div id="croupier-modal" data-island></div>');
  startCommands(hydrate, controller.signal);
  const command = () => target.dispatchEvent(Object.assign(new Event("command"), { command: "--open" }));
  command();
  send("croupier:open", { view: "LOGIN" });
  expect(hydrate).toHaveBeenCalledTimes(2);
  expect(listening()).not.toEqual([]);

  controller.abort();
  command();
  send("croupier:open", { view: "LOGIN" });
  expect(hydrate).toHaveBeenCalledTimes(2);
  expect(listening()).toEqual([]);
});

test("a notice appears after a second, and never after the end", () => {
  vi.useFakeTimers();
  const element = show(
    '<p id="croupier-notice" data-loading="Loading" data-failed="Failed"></p><button>Dismiss</button>',
  );
  startNotice(controller.signal);
  const visit = (kind: "loading" | "failed") => send("croupier:visit", { id: 1, kind, to: "/" });
  visit("failed");
  expect(element.textContent).toBe("Failed");
  visit("loading");
  vi.advanceTimersByTime(1000);
  expect(element.textContent).toBe("Loading");
  expect(listening()).not.toEqual([]);

  controller.abort();
  expect(element.textContent).toBe("");
  visit("failed");
  expect(element.textContent).toBe("");
  expect(vi.getTimerCount()).toBe(0);
  expect(listening()).toEqual([]);
});

test("the scroll position is tracked until that is stopped", () => {
  const scroll = startScroll(controller.signal);
  const scrollDown = (y: number) => {
    vi.stubGlobal("scrollY", y);
    dispatchEvent(new Event("scroll"));
  };
  scrollDown(50);
  expect(scroll.position().y).toBe(50);
  expect(listening()).not.toEqual([]);

  controller.abort();
  scrollDown(90);
  expect(scroll.position().y).toBe(50);
  expect(observing.size).toBe(0);
  expect(listening()).toEqual([]);
});

test("Back is a visit until the history is stopped", () => {
  const traverse = vi.fn();
  startHistory(location.href, { traverse, arriveInPlace: vi.fn() }, controller.signal);
  const goToOtherPage = () => {
    history.replaceState({ croupier: "2", page: "other" }, "");
    dispatchEvent(new PopStateEvent("popstate"));
  };
  expect(entryState().page).toBeDefined();
  goToOtherPage();
  expect(traverse).toHaveBeenCalledTimes(1);
  expect(listening()).not.toEqual([]);

  controller.abort();
  goToOtherPage();
  expect(traverse).toHaveBeenCalledTimes(1);
  expect(listening()).toEqual([]);
});

test("dialogs are tracked until that is stopped", () => {
  show("<main></main>");
  startDialogStack(controller.signal);
  expect(listening()).toEqual(["click", "croupier:entry", "croupier:visit", "focusin", "popstate"]);
  expect(observing.size).toBe(1);

  controller.abort();
  expect(listening()).toEqual([]);
  expect(observing.size).toBe(0);
});

test("islands outside of the document, and those whose code is loaded again, end with the loader", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const onFailure = vi.fn();
  const { signal } = controller;
  const islands = createIslands({ base: "", onFailure, onPressed: vi.fn(), onReady: vi.fn(), signal });
  const page = show(`<main><div data-island="a" data-hydrate="visible"></div>
    <div data-island="b" data-hydrate="load" data-src="/assets/missing.js"></div></main>`);
  islands.start(document);
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalled());
  expect(vi.getTimerCount()).toBe(1);
  expect(observing.size).toBe(2);

  // A page that is kept for its return.
  page.remove();
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(observing.size).toBe(0);
  expect(onFailure).toHaveBeenCalledTimes(1);
});

/** Shows a page with the elements that the loader uses, and replaces what the test environment lacks. */
function showPage() {
  vi.useFakeTimers();
  vi.stubGlobal("START", "");
  vi.stubGlobal("START_WAITS", false);
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ webpackCompilationHash: "a" })));
  delete document.documentElement.dataset.start;
  show(`<script id="croupier-config" type="application/json">{"worker":true}</script>
    <main><h1>Lobby</h1><a href="/games/">Games</a><div data-island="a" data-hydrate="visible"><p>A</p></div></main>
    <p id="croupier-notice"></p><button>Dismiss</button>`);
}

async function loadDeferred() {
  dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(200);
  await vi.dynamicImportSettled();
}

test("a stopped loader leaves no listener, timer or observer", async () => {
  showPage();
  const stop = startLoader();
  await loadDeferred();
  expect(document.documentElement.dataset.loader).toBe("deferred");

  // A pointer rests on a link, an island waits, a notice is shown, a dialog has been closed, and prefetches and the worker are due.
  const link = document.querySelector("a") as HTMLElement;
  link.dispatchEvent(new Event("pointerover", { bubbles: true }));
  send("croupier:visit", { id: 1, kind: "loading", to: "/games/" });
  focusNear([link]);
  await vi.advanceTimersByTimeAsync(0);
  expect(listening()).toEqual(
    expect.arrayContaining(["click", "croupier:visit", "pointerover", "popstate", "scroll", "visibilitychange"]),
  );
  expect(observing.size).toBeGreaterThan(0);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  expect(history.scrollRestoration).toBe("manual");

  stop();
  // What waited for a timer continues now.
  await vi.advanceTimersByTimeAsync(0);
  expect(document.documentElement.dataset.loader).toBeUndefined();
  expect(history.scrollRestoration).toBe("auto");
  expect(listening()).toEqual([]);
  expect(observing.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(click(link)).toBe(false);
});

test("a loader that is stopped while its deferred chunk loads starts nothing", async () => {
  showPage();
  const stop = startLoader();
  dispatchEvent(new Event("load"));
  stop();
  await vi.advanceTimersByTimeAsync(200);
  await vi.dynamicImportSettled();

  expect(document.documentElement.dataset.loader).toBeUndefined();
  expect(listening()).toEqual([]);
  expect(observing.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
