// The functions over the browser that the loader and the site share.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPolicy, isPlainClick, parseJson, unchanged, withLimit } from "../src/platform/browser";
import { withBase } from "../src/platform/with_base";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a browser with Trusted Types creates the policy, and others use its rules", () => {
  const rules = { createHTML: unchanged };
  expect(createPolicy("croupier", rules)).toBe(rules);
  vi.stubGlobal("trustedTypes", { createPolicy: (name: string) => ({ createHTML: (text: string) => name + text }) });
  expect(createPolicy("croupier", rules).createHTML(" text")).toBe("croupier text");
});

test("URLs get the base path of the site in the browser, and none in the build", () => {
  expect(withBase("/about/")).toBe("/about/");
  vi.stubGlobal("document", { querySelector: () => ({ dataset: { base: "/docs" } }) });
  expect(withBase("/about/")).toBe("/docs/about/");
});

test("text that is no JSON has no value", () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson("<html>")).toBeUndefined();
  expect(parseJson("")).toBeUndefined();
});

test("only a click of the main button without a modifier key is plain", () => {
  const click = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
  expect(isPlainClick(click)).toBe(true);
  expect(isPlainClick({ ...click, button: 1 })).toBe(false);
  for (const key of ["metaKey", "ctrlKey", "shiftKey", "altKey"])
    expect(isPlainClick({ ...click, [key]: true })).toBe(false);
});

test("a promise that takes longer than the limit has no result", async () => {
  const late = withLimit(new Promise(() => {}), 100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await late).toBeUndefined();
  expect(await withLimit(Promise.resolve("in time"), 100)).toBe("in time");
});
