// What every page loads before it stands may weigh 4 KB: the bundle is made and measured as a CDN sends it.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";

const out = mkdtempSync(join(tmpdir(), "croupier-bundle-"));
let files: string[] = [];
const scripts = new Map<string, Buffer>();

beforeAll(() => {
  execFileSync("node", [fileURLToPath(new URL("../bundle.mjs", import.meta.url)), "--out", out]);
  files = readdirSync(join(out, "assets"));
  for (const file of files)
    if (file.endsWith(".js")) scripts.set(file.replace(/-\w+\.js$/, ""), readFileSync(join(out, "assets", file)));
}, 60_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

const weight = (name: string) => brotliCompressSync(scripts.get(name) ?? Buffer.alloc(0)).length;

test("boot is at most 4096 bytes in Brotli", () => {
  expect(weight("boot")).toBeGreaterThan(1000);
  expect(weight("boot")).toBeLessThanOrEqual(4096);
});

test("boot imports nothing before it runs, and the rest by its hashed name", () => {
  const boot = scripts.get("boot")?.toString() ?? "";
  expect(boot).not.toMatch(/^import[ {"]|;import[ {"]/);
  expect([...boot.matchAll(/import\("([^"]+)"\)/g)].map((found) => found[1])).toEqual([
    expect.stringMatching(/^\.\/later-\w+\.js$/),
  ]);
});

test("the rest of the loader knows shared code and its Speculation Rules by name", () => {
  const later = scripts.get("later")?.toString() ?? "";
  expect(later).toContain(`/${files.find((file) => file.startsWith("shared-"))}"`);
  const { rules } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as { rules: string };
  expect(JSON.parse(rules)).toMatchObject({ prefetch: [{ eagerness: "moderate" }] });
  expect(later).toContain(`'sha256-${createHash("sha256").update(rules).digest("base64")}'`);
});

test("boot, the rest of the loader, React and the shell's islands together are at most 75 KB in Brotli", () => {
  const shell = ["boot", "later", "vendor", "shared", "account_menu", "mobile_menu", "modal"];
  expect(shell.reduce((sum, name) => sum + weight(name), 0)).toBeLessThanOrEqual(75 * 1024);
});
