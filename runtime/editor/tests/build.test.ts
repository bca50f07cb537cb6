// The built editor in the generator is that of the sources, and it is small.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const BUILT = folder("../../../generator/editor");
const files = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]));

test("the generator has the files of `node editor/build.mjs`", () => {
  const out = mkdtempSync(join(tmpdir(), "croupier-editor-"));
  try {
    execFileSync("node", [folder("../build.mjs"), "--out", out]);
    expect(files(BUILT)).toEqual(files(out));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

// Brotli at level 11. The text editor loads with the first text field.
test("the editor is at most 300 KB, and 120 KB without the text editor", () => {
  const sizes = Object.entries(files(BUILT)).map(([name, text]) => ({ name, bytes: brotliCompressSync(text).length }));
  const total = (list: typeof sizes) => list.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total(sizes)).toBeLessThanOrEqual(300 * 1024);
  expect(total(sizes.filter(({ name }) => !name.startsWith("text_editor-")))).toBeLessThanOrEqual(120 * 1024);
});

test("the editor evaluates no text and has no inline scripts of other hosts", () => {
  const code = Object.entries(files(BUILT)).filter(([name]) => name.endsWith(".js"));
  for (const [name, text] of code) expect(text, name).not.toMatch(/\beval\(|new Function\b/);
});
