// The built search in the generator is that of the sources, and it is small. So are the script that plays videos, and the tabs of texts.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const BUILT = folder("../../../generator/engine/scripts");

const files = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]));

test("the generator has the files of `node site_scripts.mjs`", () => {
  const out = mkdtempSync(join(tmpdir(), "croupier-search-"));
  try {
    execFileSync("node", [folder("../../site_scripts.mjs"), "--out", out]);
    expect(files(BUILT)).toEqual(files(out));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

// Brotli at level 11. The first script is on every page of a site with a search, the dialog loads when it is opened.
test.each([
  [/^search-/, 600],
  [/^search_dialog-/, 10_100],
  [/^search_divided_index-/, 1_000],
  [/^noscript-/, 100],
  [/^embed-/, 400],
  [/^tabs-/, 1_400],
  [/^tabs_style-/, 500],
])("the file %s has a limit of its size", (name, limit) => {
  const texts = Object.entries(files(BUILT)).flatMap(([file, text]) => (name.test(file) ? [text] : []));
  expect(texts).toHaveLength(1);
  expect(brotliCompressSync(texts[0] ?? "").length).toBeLessThan(limit);
});
