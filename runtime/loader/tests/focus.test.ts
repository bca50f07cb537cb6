// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from "vitest";
import { focusNear } from "../src/loader/browser/dialogs/focus";

afterEach(() => vi.restoreAllMocks());

test("each request to keep the focus ends the one before", () => {
  const listen = vi.spyOn(window, "addEventListener");
  const disconnect = vi.spyOn(MutationObserver.prototype, "disconnect");
  document.body.innerHTML = "<main id=main><h1>Title</h1></main>";
  focusNear([]);
  focusNear([]);
  focusNear([]);
  const signals = listen.mock.calls.flatMap(([, , options]) =>
    typeof options === "object" && options.signal ? [options.signal] : [],
  );
  expect(new Set(signals).size).toBe(3);
  expect(new Set(signals.filter((signal) => !signal.aborted)).size).toBe(1);
  expect(disconnect).toHaveBeenCalledTimes(2);
});
