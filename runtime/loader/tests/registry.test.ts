// The registry of the development bundle gives modules the exports that they have in builds.

import { expect, test } from "vitest";
// @ts-expect-error: The registry is a script for browsers, without types.
import { define, use } from "../bundle/dev/registry.js";

type Holder = { exports: object };

test("the namespace of a module has its exports only, in their order", () => {
  const compiled = Object.defineProperty({ Sun: 1, Moon: 2 }, "__esModule", { value: true });
  const factories = {
    icons: (module: Holder) => Object.assign(module, { exports: compiled }),
    common: (module: Holder) => Object.assign(module, { exports: { b: 1, a: 2 } }),
  };
  define(factories, {}, "https://example.org/");

  expect(Object.entries(use("icons"))).toEqual([
    ["Moon", 2],
    ["Sun", 1],
  ]);
  expect(use("icons").__esModule).toBe(true);
  expect(Object.keys(use("common"))).toEqual(["b", "a"]);
});
