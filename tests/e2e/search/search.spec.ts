// The search of a site: a small site without a runtime, below a path and under its strict policy, and a new site with islands.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { freePort, serve, writeFiles } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { createSite } from "../support/shared_sites";
import { expect, expectAccessible, test } from "../support/test";
import { dialog, field, openSearch, results, status } from "./search_dialog";

const runFile = promisify(execFile);

/** A site below /docs with two sections. */
const FILES: Readonly<Record<string, string>> = {
  "site.toml":
    'name = "Boats"\nbase_url = "https://boats.example/docs"\n[search]\ntitles = true\n[[taxonomies]]\nname = "tags"\n' +
    '[output]\npolicy = ["_headers", "meta"]\n',
  "pages/shell.html":
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n' +
    '<meta name="color-scheme" content="light dark">\n{{ head }}\n</head>\n<body>\n<header>{{ search_button() }} ' +
    '<input aria-label="Other field"></header>\n<main id="main">{{ main }}</main>\n</body>\n</html>\n',
  "pages/page.html": "<h1>{{ page.heading }}</h1>\n{{ page.body }}",
  "pages/term.html": "<h1>{{ term.name }}</h1>",
  "pages/terms.html": "<h1>Tags</h1>",
  "content/index.md": '+++\ntitle = "Boats"\n+++\nA site about boats.\n',
  "content/guide/index.md": '+++\ntitle = "Guide"\n+++\n',
  "content/guide/sails.md":
    '+++\ntitle = "Sails"\ndescription = "How to set a sail."\n+++\n## Trim\n\nText.\n\n## Repair a torn sail\n\nText.\n',
  "content/guide/knots.md": '+++\ntitle = "Knots"\n[taxonomies]\ntags = ["Rope"]\n+++\n## Bowline\n\nText.\n',
  "content/news/index.md": '+++\ntitle = "News"\n+++\n',
  "content/news/regatta.md": '+++\ntitle = "Regatta with new sails"\ndate = 2026-01-01\n+++\n',
  "content/news/hidden.md": '+++\ntitle = "Hidden sails"\nsearch = false\n+++\n',
};

let folder = "";
let server: ChildProcess | undefined;
let url = "";

async function stop() {
  if (!server) return;
  const exited = new Promise((resolve) => server?.once("exit", resolve));
  server.kill("SIGTERM");
  await exited;
  server = undefined;
}

test.describe("a site without a runtime, below a path", () => {
  test.describe.configure({ mode: "default" });

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "croupier-search-"));
    await writeFiles(folder, FILES);
    await runFile(CROUPIER, ["build", "--preview", "--root", folder, "--out", join(folder, "public")]);
    const port = await freePort();
    server = await serve(folder, join(folder, "public"), port);
    url = `http://127.0.0.1:${port}/docs`;
  });
  test.afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("the first results appear while the reader types, with marked words", { tag: "@smoke" }, async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${url}/guide/knots/`);
    await page.waitForLoadState("networkidle");
    const scripts = requests.filter((path) => path.includes("search"));
    expect(scripts.map((path) => path.replace(/-\w+\./, "-."))).toEqual(["/docs/assets/search-.js"]);
    await openSearch(page);
    await expect(results(page)).toHaveCount(0);
    await field(page).pressSequentially("sail");
    await expect(status(page)).toHaveText("2 results");
    await expect(results(page)).toHaveText([/^Sails Guide How to set a sail\.$/, /^Regatta with new sails News$/]);
    await expect(results(page).first().locator("mark")).toHaveText(["Sail", "sail"]);
    await field(page).fill("regata");
    await expect(status(page)).toHaveText("1 result");
    await field(page).fill("<zebra>");
    await expect(status(page)).toHaveText("No results for “<zebra>”");
    await expect(field(page)).toHaveAttribute("aria-expanded", "false");
    await field(page).fill("hidden");
    await expect(results(page)).toHaveCount(0);
  });

  test("the keyboard opens the search, moves in it, follows a result and closes it", async ({ page }) => {
    await page.goto(`${url}/`);
    await page.getByLabel("Other field").focus();
    await page.keyboard.type("a/b");
    await expect(page.getByLabel("Other field")).toHaveValue("a/b");
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByLabel("Other field")).toBeFocused();
    await page.getByLabel("Other field").blur();
    // As on a German keyboard.
    await page.locator("body").dispatchEvent("keydown", { key: "/", code: "Digit7", shiftKey: true });
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await page.getByLabel("Other field").blur();
    await page.keyboard.press("/");
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue("");
    await page.keyboard.type("sail");
    await expect(results(page)).toHaveCount(2);
    const selected = page.getByRole("listbox", { name: "Results" }).getByRole("option", { selected: true });
    await expect(selected).toHaveText(/^Sails/);
    await page.keyboard.press("ArrowDown");
    await expect(selected).toHaveText(/^Regatta/);
    await expect(field(page)).toHaveAttribute("aria-activedescendant", (await selected.getAttribute("id")) ?? "none");
    await page.keyboard.press("ArrowDown");
    await expect(selected).toHaveText(/^Sails/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/guide/sails/`);
  });

  test("a slash opens the search again in the frame in which it closed", async ({ page }) => {
    await page.goto(`${url}/`);
    await page.keyboard.press("/");
    await expect(field(page)).toBeFocused();
    const hasFocus = await page.evaluate(() => {
      document.querySelector("dialog")?.close();
      const focused = document.activeElement;
      focused?.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }));
      return focused instanceof HTMLInputElement;
    });
    expect(hasFocus, "the field of the closed dialog has the focus").toBe(true);
    await expect(field(page)).toBeFocused();
  });

  test("letters typed while the dialog is loading are its query", async ({ page }) => {
    let load = () => {};
    const isTyped = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route("**/search_dialog-*", async (route) => {
      await isTyped;
      await route.continue();
    });
    await page.goto(`${url}/`);
    await Promise.all([page.waitForRequest("**/search_dialog-*"), page.keyboard.press("/")]);
    await page.keyboard.type("regatta");
    load();
    await expect(field(page)).toHaveValue("regatta");
    await expect(status(page)).toHaveText("1 result");
    await field(page).press("End");
    await page.keyboard.type("s");
    await expect(field(page)).toHaveValue("regattas");
  });

  test("a result with a heading leads to that heading, also on the same page", async ({ page }) => {
    await page.goto(`${url}/guide/sails/`);
    await openSearch(page);
    await field(page).fill("torn");
    await expect(results(page)).toHaveText(/^Sails Guide Repair a torn sail/);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/guide/sails/#repair-a-torn-sail`);
    await expect(dialog(page)).toBeHidden();
  });

  test("a section limits the results", async ({ page }) => {
    await page.goto(`${url}/`);
    await openSearch(page);
    await field(page).fill("sail");
    await expect(results(page)).toHaveCount(2);
    const section = page.getByRole("combobox", { name: "Section" });
    await expect(section.locator("option")).toHaveText(["All sections", "Guide", "News"]);
    await section.selectOption("News");
    await expect(results(page)).toHaveText(/^Regatta/);
    await expect(status(page)).toHaveText("1 result");
    await expect(field(page)).toBeFocused();
  });

  test("a click outside or on the cross closes the search, and it opens again with its query", async ({ page }) => {
    await page.goto(`${url}/`);
    await openSearch(page);
    await field(page).fill("sail");
    await page.mouse.click(5, 5);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Search" })).toBeFocused();
    await page.keyboard.press("Control+k");
    await expect(field(page)).toHaveValue("sail");
    await expect(results(page)).toHaveCount(2);
    await page.keyboard.type("knot");
    await expect(results(page)).toHaveText(/^Knots/);
    await page.getByRole("button", { name: "Close" }).click();
    await expect(dialog(page)).toBeHidden();
  });

  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [390, 1280])
      test(`axe finds nothing at ${width} px in ${colorScheme} colours, and nothing overflows`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 700 });
        await page.goto(`${url}/`);
        await openSearch(page);
        await field(page).fill("sail");
        await expect(results(page)).toHaveCount(2);
        await expectAccessible(page);
        const box = await results(page).first().boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      });

  test("a failed index is reported, and the next attempt loads it", async ({ page }) => {
    await page.goto(`${url}/`);
    await page.route("**/search.json", (route) => route.abort());
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("status")).toHaveText(/^The search could not be loaded/);
    await page.keyboard.press("Escape");
    await page.unroute("**/search.json");
    await openSearch(page);
    await field(page).fill("sail");
    await expect(results(page)).toHaveCount(2);
  });

  test("without JavaScript there is no button", async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${url}/`);
    await expect(page.getByRole("heading", { name: "Boats" })).toBeVisible();
    await expect(page.getByText("Search")).toBeHidden();
    await context.close();
  });
});

test("a site can disable the key that opens its search", async ({ page }) => {
  folder = await mkdtemp(join(tmpdir(), "croupier-search-"));
  const settings = FILES["site.toml"]?.replace("titles = true", "titles = true\nslash_key = false") ?? "";
  await writeFiles(folder, { ...FILES, "site.toml": settings });
  await runFile(CROUPIER, ["build", "--preview", "--root", folder, "--out", join(folder, "public")]);
  const port = await freePort();
  server = await serve(folder, join(folder, "public"), port);
  await page.goto(`http://127.0.0.1:${port}/docs/`);
  await page.keyboard.press("/");
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  // The slash would have opened the dialog before, and would now be in the field.
  await expect(dialog(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(dialog(page)).toBeHidden();
  await stop();
  await rm(folder, { recursive: true, force: true });
});

test("a large site has its index in parts, of which a query loads few", async ({ page }) => {
  // It builds a site of 20,000 pages.
  test.slow();
  folder = await mkdtemp(join(tmpdir(), "croupier-search-"));
  const rows = Array.from({ length: 20_000 }, (_, number) => `b${number},${number % 2 ? "Boat" : "Vessel"} ${number}`);
  const settings = FILES["site.toml"]?.replace(
    "[output]",
    '[[collections]]\nname = "boats"\ndata = "content/data/boats.csv"\nroute = "/boats/{slug}/"\n[collections.fields]\ntitle = "name"\n[output]',
  );
  await writeFiles(folder, {
    ...FILES,
    "site.toml": settings ?? "",
    "content/data/boats.csv": `slug,name\n${rows.join("\n")}\nreunion,Réunion vessel\n`,
  });
  await runFile(CROUPIER, ["build", "--preview", "--root", folder, "--out", join(folder, "public")]);
  const port = await freePort();
  server = await serve(folder, join(folder, "public"), port);
  const parts: string[] = [];
  page.on("request", (request) => {
    const [, part] = request.url().split("/search-parts/");
    if (part) parts.push(part);
  });
  await page.goto(`http://127.0.0.1:${port}/docs/guide/knots/`);
  await openSearch(page);
  expect(parts).toEqual([]);

  await field(page).fill("re");
  await expect(status(page)).toBeEmpty();
  parts.length = 0;
  await field(page).fill("reun");
  await expect(results(page)).toHaveText(["Réunion vessel Boats"]);
  expect(parts).toHaveLength(1);
  await field(page).fill("reunuon");
  await expect(status(page)).toHaveText("1 result");
  await field(page).fill("reunion vessel");
  await expect(status(page)).toHaveText("1 result");
  expect(parts).toHaveLength(1);

  // "Boats" starts with this word, too. The titles are not all loaded.
  await field(page).fill("boat");
  await expect(status(page)).toHaveText("The best 30 of 10,001 results");
  await field(page).fill("boat 12345");
  // Similar numbers are results, too.
  await expect(results(page).first()).toHaveText("Boat 12345 Boats");
  await results(page).first().click();
  await expect(page).toHaveURL(/\/docs\/boats\/b12345\/$/);

  await openSearch(page);
  await field(page).fill("zebra boat");
  await expect(status(page)).toHaveText(/^The best 30 of [\d,]+ results$/);
  await page.route(/search-parts/, (route) => route.abort(), { times: 1 });
  await field(page).fill("7778");
  await expect(status(page)).toContainText("could not be loaded");
  await expect(results(page)).toHaveCount(0);
  await field(page).fill("vessel 7778");
  await expect(results(page).first()).toHaveText("Vessel 7778 Boats");
  await stop();
  await rm(folder, { recursive: true, force: true });
});

test.describe("a new site with islands", () => {
  test.describe.configure({ mode: "default", timeout: 60_000 });

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    folder = join(await mkdtemp(join(tmpdir(), "croupier-search-")), "site");
    await createSite(folder, "islands", ["--ci", "none"]);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(CROUPIER, ["dev", "--root", folder, "--port", String(port), "--json"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    await expect
      .poll(
        () =>
          fetch(url).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 200_000 },
      )
      .toBe(true);
  });
  test.afterAll(async () => {
    await stop();
    await rm(dirname(folder), { recursive: true, force: true });
  });

  test("a result opens without loading a document, and Back returns to the page", async ({ page, documents }) => {
    await page.goto(url);
    await openSearch(page);
    await field(page).fill("about");
    await expect(results(page)).toHaveText(/^About/);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/about/`);
    await expect(page.locator("h1")).toHaveText("About");
    await expect(dialog(page)).toBeHidden();
    await page.goBack();
    await expect(page.locator("h1")).not.toHaveText("About");
    await expect(dialog(page)).toBeHidden();
    expect(documents).toHaveLength(1);
    // The dialog belongs to the document, so a new page has it, too.
    await page.getByRole("button", { name: "Search" }).click();
    await expect(field(page)).toHaveValue("about");
  });

  test("in dev, an edit of a title changes the results after a reload", async ({ page }) => {
    const file = join(folder, "content/about.md");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace('"About"', '"Lighthouses"'));
    const titles = async () => (await (await fetch(`${url}/page-data/search.json`)).text()).includes("Lighthouses");
    await expect.poll(titles).toBe(true);
    await page.goto(url);
    await openSearch(page);
    await field(page).fill("lighthouse");
    await expect(results(page)).toHaveText(/^Lighthouses/);
    await field(page).fill("page");
    await expect(results(page)).toHaveCount(2);
    await expectAccessible(page);
  });
});
