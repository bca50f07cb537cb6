// Valid HTML, by the recommended rules of html-validate: all pages of the casino in production, and of new sites.

import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { HtmlValidate } from "html-validate";
import { CROUPIER, ROOT } from "../support/paths";
import { createSite, TEMPLATES } from "../support/shared_sites";
import { expect, test } from "../support/test";

const runFile = promisify(execFile);
// npm takes long to install the packages of a template.
test.describe.configure({ timeout: 300_000 });

const rules = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // Attribute names are not case-sensitive in HTML. React writes `autoComplete` like its prop.
    "attr-case": "off",
    // React writes `disabled=""` for a boolean attribute, which is equivalent.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // React writes void elements as `<input/>`, which is equivalent.
    "void-style": "off",
    // Browsers accept `<!doctype html>` in any case.
    "doctype-style": "off",
    // ARIA allows names of lists, and screen readers announce them.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // An id is any text without white space. Those of React's `useId` begin with an underscore, to avoid collisions.
    "valid-id": ["error", { relaxed: true }],
    // Line breaks within phone numbers are a matter of typography.
    "tel-non-breaking": "off",
    // The search of games filters while the user types, so it has no submit button.
    "wcag/h32": "off",
  },
});

/** Validates all pages in `out`. Returns the number of pages and the violations with their locations. */
async function validate(out: string): Promise<{ readonly pages: number; readonly violations: readonly string[] }> {
  const files = await readdir(out, { recursive: true, withFileTypes: true });
  const pages = files.filter((file) => file.isFile() && file.name.endsWith(".html"));
  const violations: string[] = [];
  for (const page of pages) {
    const path = join(page.parentPath, page.name);
    const { results } = await rules.validateFile(path);
    for (const { ruleId, message, line, column } of results.flatMap((result) => result.messages))
      violations.push(`${relative(out, path)}:${line}:${column} ${ruleId}: ${message}`);
  }
  return { pages: pages.length, violations };
}

let folder = "";

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "croupier-markup-"));
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Values of an operator, because a production build refuses the sample brand. */
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
const PRODUCTION = ["--profile", "production", "--base-url", "https://www.harbour.se"];

test("every page of the casino is valid HTML", async () => {
  const brand = Object.entries(BRAND).map(([key, value]) => [`CROUPIER_BRAND__${key}`, value]);
  const env = { ...process.env, ...Object.fromEntries(brand) };
  const out = join(folder, "casino");
  await runFile(CROUPIER, ["build", "--root", ROOT, "--out", out, ...PRODUCTION, "--allow-samples"], { env });
  const { pages, violations } = await validate(out);
  expect(violations).toEqual([]);
  expect(pages).toBeGreaterThan(25);
});

for (const template of ["plain", ...TEMPLATES] as const)
  test(`every page of a new site with the template ${template} is valid HTML`, async () => {
    const site = join(folder, "new", template);
    await createSite(site, template, ["--name", "Harbour & Sons"]);
    const env = { ...process.env, CROUPIER_BRAND__SAMPLE: "false", CROUPIER_BRAND__EMAIL: "help@harbour.se" };
    await runFile(CROUPIER, ["build", "--root", site, ...PRODUCTION], {
      env: template === "casino" ? env : process.env,
    });
    const { pages, violations } = await validate(join(site, "public"));
    expect(violations).toEqual([]);
    expect(pages).toBeGreaterThan(1);
  });
