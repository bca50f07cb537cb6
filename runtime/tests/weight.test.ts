// Limits the size of each part of the bundle by the event that loads it. tests/e2e/site/page_weight.spec.ts measures whole pages.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";

interface Files {
  readonly name: string;
  readonly js: string;
  readonly css: string[];
  readonly imports: string[];
}

interface Manifest {
  readonly boot: string;
  readonly deferred: string;
  readonly head: string;
  readonly rules: string;
  readonly styles: string;
  readonly assets: Record<string, string>;
  readonly start?: string;
  readonly islands: Record<string, Files & { readonly parts: Files[] }>;
  readonly parts: Files[];
  readonly load_phases: Record<"before_load" | "idle" | "first_touch" | "start", string[]>;
  readonly precache: { url: string; revision: string | null }[];
}

const KB = 1024;
const out = mkdtempSync(join(tmpdir(), "croupier-bundle-"));
let manifest: Manifest;

beforeAll(() => {
  execFileSync("node", [fileURLToPath(new URL("../bundle.mjs", import.meta.url)), "--out", out]);
  manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as Manifest;
}, 60_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(out, file));
/** Returns the size of a response of a CDN: Brotli at level 11. */
const compressedSize = (content: Buffer | string) => brotliCompressSync(content).length;
const sizes = new Map<string, number>();
function weightOf(file: string): number {
  const bytes = sizes.get(file) ?? compressedSize(read(file));
  sizes.set(file, bytes);
  return bytes;
}
/** Returns the total size of these files. Each file counts once. */
const weight = (files: Iterable<string>) => [...new Set(files)].reduce((sum, file) => sum + weightOf(file), 0);
/** Returns the style sheets of page kinds. */
const pageStyleSheets = () =>
  Object.values(manifest.assets).filter((file) => file.endsWith(".css") && file !== manifest.styles);
const filesOfLoadPhases = () => Object.values(manifest.load_phases).flat();
const isSharedIsland = (island: Files) => manifest.load_phases.first_touch.includes(island.js);
/** Returns the files of a chunk or island that the first interaction does not load. */
const addedFiles = ({ js, css, imports }: Files) =>
  [js, ...css, ...imports].filter((file) => !filesOfLoadPhases().includes(file));

test("head script and boot together are at most 5 KB", () => {
  expect(manifest.load_phases.before_load).toEqual([manifest.boot]);
  expect(compressedSize(manifest.head) + weight(manifest.load_phases.before_load)).toBeLessThanOrEqual(5 * KB);
});

test("the deferred loader is at most 10.3 KB", () => {
  expect(manifest.load_phases.idle).toEqual([manifest.deferred]);
  expect(weight(manifest.load_phases.idle)).toBeLessThanOrEqual(10.3 * KB);
});

test("session and casino start code add at most 4.85 KB for a player", () => {
  if (!manifest.start) return;
  const session = manifest.load_phases.first_touch.filter((file) => file.startsWith("assets/session-"));
  expect(session).toHaveLength(1);
  expect(manifest.load_phases.start).toEqual([manifest.start]);
  expect(weight([...manifest.load_phases.start, ...session])).toBeLessThanOrEqual(4.85 * KB);
});

test("the first interaction loads at most 78.5 KB: React and the islands of the base layout", () => {
  expect(Object.values(manifest.islands).filter(isSharedIsland).length).toBeGreaterThan(0);
  expect(weight(manifest.load_phases.first_touch)).toBeLessThanOrEqual(78.5 * KB);
});

test("a lazy component adds at most 13 KB, and the island of a page 8.5 KB", () => {
  const parts = [...manifest.parts, ...Object.values(manifest.islands).flatMap((island) => island.parts)];
  const islands = Object.entries(manifest.islands).filter(([, island]) => !isSharedIsland(island));
  const sizesWithLimits = [
    ...parts.map((part) => ({ name: part.name, bytes: weight(addedFiles(part)), limit: 13 * KB })),
    ...islands.map(([name, island]) => ({ name, bytes: weight(addedFiles(island)), limit: 8.5 * KB })),
  ];
  expect(sizesWithLimits.filter(({ bytes, limit }) => bytes > limit)).toEqual([]);
});

test("inlined style sheets are at most 5.5 KB and 2 KB", () => {
  const kinds = pageStyleSheets();
  expect(kinds.length).toBeGreaterThan(0);
  expect(weightOf(manifest.styles)).toBeLessThanOrEqual(5.5 * KB);
  for (const kind of kinds) expect(weightOf(kind)).toBeLessThanOrEqual(2 * KB);
});

test("boot imports nothing statically, and the rest by hashed name", () => {
  const boot = read(manifest.boot).toString();
  expect(boot).not.toMatch(/^import[ {"]|;import[ {"]/);
  const imported = [...boot.matchAll(/import\("\.\/([^"]+)"\)/g)].map((match) => `assets/${match[1]}`);
  expect(imported).toEqual([manifest.deferred]);
});

test("the service worker precaches base layout, fonts and page style sheets only", () => {
  const urls = manifest.precache.map(({ url }) => url);
  expect(urls).toEqual(expect.arrayContaining([...filesOfLoadPhases(), ...pageStyleSheets()]));
  const others = urls.filter((url) => ![...filesOfLoadPhases(), ...pageStyleSheets()].includes(url));
  expect(others.length).toBeGreaterThan(0);
  for (const url of others) expect(url).toMatch(/^assets\/fonts\/.+\.woff2$/);
  expect(manifest.precache.filter(({ revision }) => revision !== null)).toEqual([]);
});
