// @vitest-environment happy-dom
// Features of the loader that listen to the document do so until they are stopped.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startCommands } from "../src/loader/browser/dialogs/commands";
import { startDialogStack } from "../src/loader/browser/dialogs/dialog_stack";
import { startHistory } from "../src/loader/browser/history/history";
import { startScroll } from "../src/loader/browser/history/scroll";
import { startReplay } from "../src/loader/browser/islands/replay";
import { startLinks } from "../src/loader/browser/navigation/links";
import { startNotice } from "../src/loader/browser/navigation/notice";
import { entryState, send } from "../src/signals";

/** The listeners of the window and the document that a test added and did not remove, with the kind of event. */
const listeners: { readonly kind: string; readonly listener: unknown }[] = [];
const listening = () => listeners.map(({ kind }) => kind).sort();
const disconnect = vi.fn();

class Observer {
  observe = vi.fn();
  takeRecords = vi.fn();
  disconnect = disconnect;
}

beforeEach(() => {
  listeners.length = 0;
  disconnect.mockClear();
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target;
    const forget = (kind: string, listener: unknown) => {
      const index = listeners.findIndex((added) => added.kind === kind && added.listener === listener);
      if (index >= 0) listeners.splice(index, 1);
    };
    vi.spyOn(target, "addEventListener").mockImplementation((kind, listener, options) => {
      addEventListener.call(target, kind, listener, options);
      listeners.push({ kind, listener });
      if (typeof options === "object") options.signal?.addEventListener("abort", () => forget(kind, listener));
    });
    vi.spyOn(target, "removeEventListener").mockImplementation((kind, listener, options) => {
      removeEventListener.call(target, kind, listener, options);
      forget(kind, listener);
    });
  }
  vi.stubGlobal("ResizeObserver", Observer);
  vi.stubGlobal("MutationObserver", Observer);
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
  const stop = startLinks("", ({ to }) => void visits.push(to));
  expect(click(link)).toBe(true);
  expect(listening()).not.toEqual([]);

  stop();
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
  const stop = startReplay(hydrate, () => island, vi.fn());
  expect(click(button)).toBe(true);
  expect(hydrated).toEqual(["a"]);
  expect(listening()).not.toEqual([]);

  stop();
  expect(click(button)).toBe(false);
  expect(hydrated).toEqual(["a"]);
  expect(listening()).toEqual([]);
});

test("commands wait for their island until that is stopped", () => {
  const hydrate = vi.fn(async () => undefined);
  const target = show('<div id="croupier-modal" data-island></div>');
  const stop = startCommands(hydrate);
  const command = () => target.dispatchEvent(Object.assign(new Event("command"), { command: "--open" }));
  command();
  send("croupier:open", { view: "LOGIN" });
  expect(hydrate).toHaveBeenCalledTimes(2);
  expect(listening()).not.toEqual([]);

  stop();
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
  const notice = startNotice();
  const visit = (kind: "loading" | "failed") => send("croupier:visit", { id: 1, kind, to: "/" });
  visit("failed");
  expect(element.textContent).toBe("Failed");
  visit("loading");
  vi.advanceTimersByTime(1000);
  expect(element.textContent).toBe("Loading");
  expect(listening()).not.toEqual([]);

  notice.stop();
  expect(element.textContent).toBe("");
  visit("failed");
  expect(element.textContent).toBe("");
  expect(vi.getTimerCount()).toBe(0);
  expect(listening()).toEqual([]);
});

test("the scroll position is tracked until that is stopped", () => {
  const scroll = startScroll();
  const scrollDown = (y: number) => {
    vi.stubGlobal("scrollY", y);
    dispatchEvent(new Event("scroll"));
  };
  scrollDown(50);
  expect(scroll.position().y).toBe(50);
  expect(listening()).not.toEqual([]);

  scroll.stop();
  scrollDown(90);
  expect(scroll.position().y).toBe(50);
  expect(disconnect).toHaveBeenCalled();
  expect(listening()).toEqual([]);
});

test("Back is a visit until the history is stopped", () => {
  const traverse = vi.fn();
  const history_ = startHistory(location.href, { traverse, arriveInPlace: vi.fn() });
  const goToOtherPage = () => {
    history.replaceState({ croupier: "2", page: "other" }, "");
    dispatchEvent(new PopStateEvent("popstate"));
  };
  expect(entryState().page).toBeDefined();
  goToOtherPage();
  expect(traverse).toHaveBeenCalledTimes(1);
  expect(listening()).not.toEqual([]);

  history_.stop();
  goToOtherPage();
  expect(traverse).toHaveBeenCalledTimes(1);
  expect(listening()).toEqual([]);
});

test("dialogs are tracked until that is stopped", () => {
  show("<main></main>");
  const stop = startDialogStack();
  expect(listening()).toEqual(["click", "croupier:entry", "croupier:visit", "focusin", "popstate"]);

  stop();
  expect(listening()).toEqual([]);
  expect(disconnect).toHaveBeenCalledTimes(1);
});
