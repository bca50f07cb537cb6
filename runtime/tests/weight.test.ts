// Limits the size of each part of the bundle by the moment that fetches it. tests/e2e/page_weight.spec.ts measures whole pages.

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
  readonly moments: Record<"before_load" | "idle" | "first_touch" | "start", string[]>;
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
/** Bytes as a CDN sends them: Brotli at level 11. */
const packed = (content: Buffer | string) => brotliCompressSync(content).length;
const known = new Map<string, number>();
function weightOf(file: string): number {
  const bytes = known.get(file) ?? packed(read(file));
  known.set(file, bytes);
  return bytes;
}
/** All of these files; each counts once. */
const weight = (files: Iterable<string>) => [...new Set(files)].reduce((sum, file) => sum + weightOf(file), 0);
/** Style sheets of kinds of pages. */
const ofPages = () =>
  Object.values(manifest.assets).filter((file) => file.endsWith(".css") && file !== manifest.styles);
const touched = () => Object.values(manifest.moments).flat();
const isShell = (island: Files) => manifest.moments.first_touch.includes(island.js);
/** What of a part or an island is not there after the first touch. */
const added = ({ js, css, imports }: Files) => [js, ...css, ...imports].filter((file) => !touched().includes(file));

test("head script and boot together are at most 4.25 KB", () => {
  expect(manifest.moments.before_load).toEqual([manifest.boot]);
  expect(packed(manifest.head) + weight(manifest.moments.before_load)).toBeLessThanOrEqual(4.25 * KB);
});

test("the deferred loader is at most 10 KB", () => {
  expect(manifest.moments.idle).toEqual([manifest.deferred]);
  expect(weight(manifest.moments.idle)).toBeLessThanOrEqual(10 * KB);
});

test("session and casino start code add at most 5 KB for a player", () => {
  if (!manifest.start) return;
  const session = manifest.moments.first_touch.filter((file) => file.startsWith("assets/session-"));
  expect(session).toHaveLength(1);
  expect(manifest.moments.start).toEqual([manifest.start]);
  expect(weight([...manifest.moments.start, ...session])).toBeLessThanOrEqual(5 * KB);
});

test("what the first touch brings, React and the shell's islands, is at most 77 KB", () => {
  expect(Object.values(manifest.islands).filter(isShell).length).toBeGreaterThan(0);
  expect(weight(manifest.moments.first_touch)).toBeLessThanOrEqual(77 * KB);
});

test("a panel brings at most 14.25 KB, and a page's island 15 KB", () => {
  const parts = [...manifest.parts, ...Object.values(manifest.islands).flatMap((island) => island.parts)];
  const islands = Object.entries(manifest.islands).filter(([, island]) => !isShell(island));
  const heavy = [
    ...parts.map((part) => ({ name: part.name, bytes: weight(added(part)), limit: 14.25 * KB })),
    ...islands.map(([name, island]) => ({ name, bytes: weight(added(island)), limit: 15 * KB })),
  ];
  expect(heavy.filter(({ bytes, limit }) => bytes > limit)).toEqual([]);
});

test("inlined style sheets are at most 6 KB and 2.5 KB", () => {
  const kinds = ofPages();
  expect(kinds.length).toBeGreaterThan(0);
  expect(weightOf(manifest.styles)).toBeLessThanOrEqual(6 * KB);
  for (const kind of kinds) expect(weightOf(kind)).toBeLessThanOrEqual(2.5 * KB);
});

test("boot imports nothing statically, and the rest by hashed name", () => {
  const boot = read(manifest.boot).toString();
  expect(boot).not.toMatch(/^import[ {"]|;import[ {"]/);
  const imported = [...boot.matchAll(/import\("\.\/([^"]+)"\)/g)].map((found) => `assets/${found[1]}`);
  expect(imported).toEqual([manifest.deferred]);
});

test("the service worker precaches base layout, fonts and page style sheets only", () => {
  const urls = manifest.precache.map(({ url }) => url);
  expect(urls).toEqual(expect.arrayContaining([...touched(), ...ofPages()]));
  const others = urls.filter((url) => ![...touched(), ...ofPages()].includes(url));
  expect(others.length).toBeGreaterThan(0);
  for (const url of others) expect(url).toMatch(/^assets\/fonts\/.+\.woff2$/);
  expect(manifest.precache.filter(({ revision }) => revision !== null)).toEqual([]);
});
