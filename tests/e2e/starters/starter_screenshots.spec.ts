// The screenshots of the documentation show the sites that `croupier new` creates. UPDATE_SCREENSHOTS=1 writes them again.

import { type ChildProcess, execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { freePort, serve } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { createSite, TEMPLATES, type Template } from "../support/shared_sites";
import { expect, test } from "../support/test";
import { differenceOf, webpOf } from "./starter_screenshots";

const runFile = promisify(execFile);
const PICTURES = resolve(import.meta.dirname, "../../../docs/content/reference/screenshots");
const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];
/** The posts of a new site have dates near the current one. A fixed date keeps the pictures equal. */
const ENV = { ...process.env, SOURCE_DATE_EPOCH: "1767225600" };
/** Other fonts with similar widths cause differences up to 1.2. A changed background, button colour or section causes at least 1.5. */
const MAX_DIFFERENCE = 1.4;
const MAX_BYTES = 60_000;

// All tests use the same sites.
test.describe.configure({ mode: "default" });
test.use({ viewport: { width: 1280, height: 800 } });

let folder = "";
const sites = new Map<Template, { readonly url: string; readonly server: ChildProcess }>();

test.beforeAll(async () => {
  // npm takes long to install the packages.
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), "croupier-screenshots-"));
  for (const template of TEMPLATES) {
    const root = join(folder, template);
    const out = join(root, "public");
    await createSite(root, template, ["--name", "Harbour"], ENV);
    await runFile(CROUPIER, ["build", "--preview", "--root", root, "--out", out], { env: ENV });
    const port = await freePort();
    sites.set(template, { url: `http://127.0.0.1:${port}`, server: await serve(root, out, port) });
  }
});

test.afterAll(async () => {
  for (const { server } of sites.values()) server.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

const fileOf = (template: Template, scheme: Scheme) => join(PICTURES, `${template}-${scheme}.webp`);

/** Opens the start page of a site, and waits for its pictures, fonts and islands. */
async function open(page: Page, template: Template, colorScheme: Scheme) {
  const site = sites.get(template);
  if (!site) throw new Error(`${template} was not built`);
  await page.emulateMedia({ colorScheme });
  await page.goto(site.url, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
}

/** Sets the additional rules of the page. Style sheets of scripts are allowed by every content security policy. */
const setRules = (page: Page, rules: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, rules);

for (const template of TEMPLATES)
  for (const scheme of SCHEMES)
    test(`the screenshot of ${template} in ${scheme} colours is that of a new site`, async ({
      page,
      context,
    }, info) => {
      await open(page, template, scheme);
      const blank = await context.newPage();
      const picture = await webpOf(page, blank);
      const file = fileOf(template, scheme);
      if (process.env.UPDATE_SCREENSHOTS === "1") {
        await mkdir(PICTURES, { recursive: true });
        await writeFile(file, picture);
      }
      await writeFile(info.outputPath("new.webp"), picture);
      const committed = await readFile(file);
      expect(committed.length).toBeLessThan(MAX_BYTES);
      const difference = await differenceOf(committed, picture, blank);
      expect(difference, `${file} is old. Write it again with UPDATE_SCREENSHOTS=1`).toBeLessThan(MAX_DIFFERENCE);
    });

const CHANGES = [
  ["another background", ":root { --ground: light-dark(#f0f4ff, #101030) !important }", true],
  ["another colour of buttons and links", ":root { --accent: #c026d3 !important }", true],
  ["a missing section", ".cards { display: none !important }", true],
  ["another font", ':not(pre, pre *) { font-family: "Liberation Sans" !important }', false],
] as const;
for (const scheme of SCHEMES)
  test(`in ${scheme} colours, a visible change of docs makes its screenshot old, and another font does not`, async ({
    page,
    context,
  }) => {
    const blank = await context.newPage();
    await open(page, "docs", scheme);
    const before = await webpOf(page, blank);
    for (const [change, rules, isOld] of CHANGES) {
      await setRules(page, rules);
      const after = await webpOf(page, blank);
      const difference = await differenceOf(before, after, blank);
      expect(after.equals(before), change).toBe(false);
      expect(difference > MAX_DIFFERENCE, `${change}: ${difference}`).toBe(isOld);
    }
  });
