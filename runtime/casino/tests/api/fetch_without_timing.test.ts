// Requests from an empty frame, in browsers that load the frame's document at once or later.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchWithoutTiming } from "../../api/fetch_without_timing";

/** A frame whose first document is replaced when it loads. Requests of the first document are cancelled then. */
class Frame extends EventTarget {
  isRemoved = false;
  contentWindow = { fetch: (_: URL) => Promise.reject<Response>(new TypeError("the document was replaced")) };
  load() {
    this.contentWindow = { fetch: (url) => Promise.resolve(new Response(url.search, { status: 201 })) };
    this.dispatchEvent(new Event("load"));
  }
  remove() {
    this.isRemoved = true;
  }
}

let frame: Frame;
/** Called when the frame is added to the document. */
let onAdded: () => void;

beforeEach(() => {
  frame = new Frame();
  vi.stubGlobal("location", { href: "https://site.example/" });
  vi.stubGlobal("document", { createElement: () => frame, body: { append: () => onAdded() } });
});
afterEach(() => void vi.unstubAllGlobals());

test("the request is sent by the document that stays, whenever it loads", async () => {
  for (const load of [() => frame.load(), () => void setTimeout(() => frame.load())]) {
    frame = new Frame();
    onAdded = load;
    const response = await fetchWithoutTiming("/accounts/quick?userhash=H", {});
    expect([response.status, await response.text(), frame.isRemoved]).toEqual([201, "?userhash=H", true]);
  }
});

test("a frame that never loads is removed when the call ends", async () => {
  onAdded = () => {};
  const abort = new AbortController();
  const response = fetchWithoutTiming("/", { signal: abort.signal });
  abort.abort(new Error("timed out"));
  await expect(response).rejects.toThrow("timed out");
  expect(frame.isRemoved).toBe(true);
});
