// The casino with its French published, on a development server with a sandbox, and a check for English texts on its French pages.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { copyCasino, freePort } from "../support/deployment";
import { CROUPIER, SANDBOX } from "../support/paths";
import { test as base, expect } from "../support/test";

/** Tests of the casino with French. The base URL is that of its own server, and so is the sandbox. */
export const test = base.extend<object, { frenchCasino: string }>({
  frenchCasino: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const parent = await mkdtemp(join(tmpdir(), "croupier-french-"));
      const folder = join(parent, "site");
      await copyCasino(folder, (settings) => settings.replace(/^disabled = true\n/m, ""));

      const port = await freePort();
      const options = ["--mode", "production", "--out", join(parent, "out"), "--port", String(port)];
      const server = spawn(CROUPIER, ["dev", "--root", folder, ...options, "--", "--database", "memory", "--faults"], {
        stdio: "ignore",
        env: { ...process.env, SANDBOX },
      });
      const url = `http://127.0.0.1:${port}`;
      await expect
        .poll(() => Promise.all([`${url}/fr/`, `${url}/openapi.json`].map(statusOf)), { timeout: 120_000 })
        .toEqual([200, 200]);
      await use(url);

      const exited = once(server, "exit");
      server.kill("SIGTERM");
      await exited;
      await rm(parent, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 150_000 },
  ],
  baseURL: async ({ frenchCasino }, use) => use(frenchCasino),
});

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

/** Words that English sentences have and French ones do not. */
const ENGLISH =
  /(?<![\p{L}'’-])(the|your|and|with|of|to|you|is|has|please|from|this|that|new|all|by|no|close|open|day|month|year)(?![\p{L}'’-])/iu;

/** Attributes that users see or hear. */
const ATTRIBUTES = ["aria-label", "placeholder", "title", "alt"];

/**
 * Fails if the page shows English texts of the interface: texts that only the English version of the page has, or sentences with English
 * words. Elements with `lang="en"` have texts of the server.
 */
export async function expectFrench(page: Page) {
  await expect(page.locator("html")).toHaveAttribute("lang", "fr-CA");
  await expect.poll(() => englishTexts(page)).toEqual([]);
}

async function englishTexts(page: Page): Promise<string[]> {
  const url = new URL(page.url());
  const [english, french, games] = await Promise.all([
    textsOf(url.origin, url.pathname.replace(/^\/fr\//, "/")),
    textsOf(url.origin, url.pathname),
    namesOfGames(url.origin),
  ]);
  const shown = await page.evaluate(shownTexts, ATTRIBUTES);
  const names = await page.evaluate(namesOfCategories);
  return [...new Set(shown)].filter((text) => {
    if (english.has(text) && !french.has(text)) return true;
    if ((names[text] ?? text) !== text) return true;
    let rest = text;
    for (const name of games) rest = rest.replaceAll(name, "");
    return ENGLISH.test(rest);
  });
}

/** Returns the visible texts and attributes of the topmost dialog, or of the document. */
function shownTexts(attributes: readonly string[]): string[] {
  const root = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[lang="en"], script, style, template');
  const texts: (string | null)[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (element && isShown(element)) texts.push(walker.currentNode.textContent);
  }
  for (const element of root.querySelectorAll(attributes.map((name) => `[${name}]`).join())) {
    if (isShown(element)) texts.push(...attributes.map((name) => element.getAttribute(name)));
  }
  return texts.map((text) => (text ?? "").trim()).filter((text) => /\p{L}{2}/u.test(text));
}

/** Returns the French names of categories by those in the games file, on the page of the lobby. */
function namesOfCategories(): Readonly<Record<string, string>> {
  const props = document.querySelector<HTMLElement>('[data-island="games"]')?.dataset.props ?? "{}";
  return (JSON.parse(props) as { texts?: { names?: Record<string, string> } }).texts?.names ?? {};
}

const cache = new Map<string, Promise<ReadonlySet<string>>>();

/** Returns all texts of a page: those of its document, and of the props and data of its islands. */
function textsOf(origin: string, path: string): Promise<ReadonlySet<string>> {
  const found = cache.get(path) ?? loadTexts(origin, path);
  cache.set(path, found);
  return found;
}

async function loadTexts(origin: string, path: string): Promise<ReadonlySet<string>> {
  const html = await (await fetch(origin + path)).text();
  const texts = new Set<string>();
  for (const [, text = ""] of html.matchAll(/>([^<]+)</g)) texts.add(unescaped(text).trim());
  for (const [, text = ""] of html.matchAll(/ (?:aria-label|placeholder|title|alt)="([^"]*)"/g))
    texts.add(unescaped(text));
  for (const [, props = ""] of html.matchAll(/ data-props="([^"]*)"/g)) addStrings(JSON.parse(unescaped(props)), texts);
  const hashes = [...html.matchAll(/ data-queries="([^"]*)"/g)].flatMap(([, list = ""]) => list.split(" "));
  for (const hash of new Set(hashes.map((it) => it.split("=")[1]))) {
    const data: unknown = await (await fetch(`${origin}/page-data/sq/d/${hash}.json`)).json();
    addStrings(data, texts);
  }
  return texts;
}

function addStrings(value: unknown, texts: Set<string>) {
  if (typeof value === "string") texts.add(value.trim());
  else if (typeof value === "object" && value !== null) for (const it of Object.values(value)) addStrings(it, texts);
}

const unescaped = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replace(/&#(?:x27|39);/g, "'")
    .replaceAll("&amp;", "&");

/** Returns the names of games, which are the same in all languages, the longest first. */
async function namesOfGames(origin: string): Promise<readonly string[]> {
  const { games } = (await (await fetch(`${origin}/rtggames.json`)).json()) as { games: { display_name: string }[] };
  return games.map(({ display_name }) => display_name).sort((a, b) => b.length - a.length);
}
