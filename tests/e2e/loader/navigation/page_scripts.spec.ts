// Pages whose scripts, attributes or style sheets the loader cannot show in the current document: a click loads their document.

import type { Page } from "@playwright/test";
import { navigate } from "../../pages/navigation";
import { testOfSite } from "../../support/deployment";
import { expect, waitForFullLoader } from "../../support/test";

const page = (title: string, body: string, more = "") => `+++\ntitle = "${title}"\n${more}+++\n\n${body}\n`;

/** The casino with pages that have scripts of their own, a base layout with attributes of the page, and pages without both. */
const test = testOfSite("casino-scripts", async (site) => {
  await site.create("static/classic.js", 'document.querySelector("#classic").textContent += " ran";\n');
  await site.create("static/module.js", 'document.querySelector("#module").textContent += " ran";\n');
  const scripts = [
    '<p id="classic">classic</p>',
    '<p id="module">module</p>',
    '<script src="/classic.js"></script>',
    '<script type="module" src="/module.js"></script>',
  ];
  await site.create("content/scripts/index.md", page("With scripts", scripts.join("\n")));
  const fields = '<p><input autofocus aria-label="Name"></p>\n<dialog open>An open dialog</dialog>';
  await site.create("content/scripts/fields.md", page("With fields", fields));
  const data = '<script type="application/json">{}</script>\n\nA text about `<script>`.';
  await site.create("content/scripts/data.md", page("With data", data));
  await site.create("content/scripts/hebrew.md", page("In Hebrew", "x", '[extra]\nlang = "he"\ndir = "rtl"\n'));
  await site.edit(
    "pages/shell.html",
    '<html lang="{{ site.language }}"',
    '<html lang="{{ page.extra.lang or site.language }}"{% if page.extra.dir %} dir="{{ page.extra.dir }}"{% endif %}',
  );
});
test.use({ serviceWorkers: "block" });
test.describe.configure({ timeout: 90_000 });

async function openFaq(page: Page, url: string) {
  await page.goto(`${url}/info/faq/`);
  await waitForFullLoader(page);
}

const heading = (page: Page, name: string) => expect(page.locator("h1")).toHaveText(name);

test("scripts of a page run after a click, and after Back and Forward", { tag: "@smoke" }, async ({
  page,
  site,
  documents,
}) => {
  await openFaq(page, site.url);
  for (const [visit, path] of [
    [() => navigate(page, "/scripts/"), "/scripts/"],
    [() => page.goBack(), "/info/faq/"],
    [() => page.goForward(), "/scripts/"],
    [() => navigate(page, "/scripts/data/"), "/scripts/data/"],
    [() => navigate(page, "/scripts/"), "/scripts/"],
  ] as const) {
    await visit();
    await page.waitForURL(site.url + path);
    await waitForFullLoader(page);
    if (!page.url().endsWith("/scripts/")) continue;
    await expect(page.locator("#classic")).toHaveText("classic ran");
    await expect(page.locator("#module")).toHaveText("module ran");
  }
  // The first page, and the page with scripts three times. From there, Back restores a document or loads the page in place.
  expect(
    documents.map((request) => new URL(request.url()).pathname).filter((path) => path === "/scripts/"),
  ).toHaveLength(3);
});

test("a page with another language or direction is loaded as a document", async ({ page, site, documents }) => {
  await openFaq(page, site.url);
  await navigate(page, "/scripts/hebrew/");
  await heading(page, "In Hebrew");
  await expect(page.locator("html")).toHaveAttribute("lang", "he");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await waitForFullLoader(page);
  await navigate(page, "/info/faq/");
  await heading(page, "Common questions");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  expect(documents).toHaveLength(3);
});

test("data blocks, autofocus and open dialogs need no document", async ({ page, site, documents }) => {
  await openFaq(page, site.url);
  await navigate(page, "/scripts/data/");
  await heading(page, "With data");
  await navigate(page, "/scripts/fields/");
  await heading(page, "With fields");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await expect(page.getByText("An open dialog")).toBeVisible();
  expect(documents).toHaveLength(1);
});
