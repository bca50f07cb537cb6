// What is built is HTML without faults, by html-validate's recommended rules: every page of the casino as it goes live, and of each new site.

import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { HtmlValidate } from "html-validate";
import { CROUPIER } from "./deployment";
import { expect, test } from "./test";

const run = promisify(execFile);
// npm installs the packages of one of them, which are many.
test.describe.configure({ timeout: 300_000 });

const rules = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // HTML knows no case in names of attributes; React writes `autoComplete` as its own props are called.
    "attr-case": "off",
    // `disabled=""` is how React writes what is there without a value, and means the same.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // `<input/>` is how React writes elements without an end, and means the same.
    "void-style": "off",
    // Browsers take `<!doctype html>` in any case.
    "doctype-style": "off",
    // ARIA lets lists have names, and those that say what they list are not announced as a mere "list".
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // Any text without white space is an id; those of React's `useId` begin with an underscore, so that no author's can be the same.
    "valid-id": ["error", { relaxed: true }],
    // Whether a number may break at its hyphens is typography, and no fault.
    "tel-non-breaking": "off",
    // The search of games has one field, which finds as one types and is sent by Enter.
    "wcag/h32": "off",
  },
});

/** What is wrong in the pages of an output, each with its place, and how many pages there are. */
async function look(out: string): Promise<{ readonly pages: number; readonly wrong: readonly string[] }> {
  const files = await readdir(out, { recursive: true, withFileTypes: true });
  const pages = files.filter((file) => file.isFile() && file.name.endsWith(".html"));
  const wrong: string[] = [];
  for (const page of pages) {
    const path = join(page.parentPath, page.name);
    const { results } = await rules.validateFile(path);
    for (const { ruleId, message, line, column } of results.flatMap((result) => result.messages))
      wrong.push(`${relative(out, path)}:${line}:${column} ${ruleId}: ${message}`);
  }
  return { pages: pages.length, wrong };
}

let folder = "";

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "croupier-markup-"));
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** What an operator would fill in: a production build refuses the sample brand. */
const BRAND = {
  SAMPLE: "false",
  OWNER: "Harbour Games Ltd",
  LICENCE: "Licence 1 of the harbour.",
  EMAIL: "help@harbour.se",
  AFFILIATE_URL: "https://affiliates.harbour.se/",
  FACEBOOK_URL: "https://social.harbour.se/facebook",
  X_URL: "https://social.harbour.se/x",
  INSTAGRAM_URL: "https://social.harbour.se/instagram",
};
const LIVE = ["--profile", "production", "--base-url", "https://www.harbour.se"];

test("every page of the casino is valid HTML", async () => {
  const brand = Object.entries(BRAND).map(([key, value]) => [`CROUPIER_BRAND__${key}`, value]);
  const env = { ...process.env, ...Object.fromEntries(brand) };
  const root = resolve(import.meta.dirname, "../..");
  const out = join(folder, "casino");
  await run(CROUPIER, ["build", "--root", root, "--out", out, ...LIVE, "--allow-samples"], { env });
  const { pages, wrong } = await look(out);
  expect(wrong).toEqual([]);
  expect(pages).toBeGreaterThan(25);
});

for (const template of ["plain", "blog", "islands"])
  test(`every page of a new site with the template ${template} is valid HTML`, async () => {
    const site = join(folder, template);
    await run(CROUPIER, ["new", site, "--template", template, "--name", "Harbour & Sons"]);
    await run(CROUPIER, ["build", "--root", site, ...LIVE]);
    const { pages, wrong } = await look(join(site, "public"));
    expect(wrong).toEqual([]);
    expect(pages).toBeGreaterThan(1);
  });
