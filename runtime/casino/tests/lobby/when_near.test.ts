// @vitest-environment happy-dom

import { expect, test, vi } from "vitest";
import { whenNear } from "../../lobby/rows/when_near";

test("a row loads its images once, however often it comes near", () => {
  const callbacks: (() => void)[] = [];
  const disconnect = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: object[]) => void) {
        callbacks.push(() => callback([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  const load = vi.fn();
  whenNear(document.createElement("div"), load);
  callbacks[0]?.();
  expect(load).toHaveBeenCalledTimes(1);
  expect(disconnect).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
