// Tabs of texts: a site below a path and under its strict policy, and a new site with islands.

import { type ChildProcess, execFile } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { firefox, webkit } from "../support/browser_drivers";
import { freePort, serve, writeFiles } from "../support/deployment";
import { readShifts, watchShifts } from "../support/layout_shifts";
import { CROUPIER } from "../support/paths";
import { createSite } from "../support/shared_sites";
import { expect, expectAccessible, test } from "../support/test";

const runFile = promisify(execFile);

/** A group of tabs with a paragraph in each panel. */
const group = (key: string, ...labels: readonly string[]) =>
  `{% tabs(${key && `"${key}"`}) %}\n${labels.map((it) => `{% tab("${it}") %}\n${it} is here.\n{% end %}\n`).join("")}{% end %}\n`;

const INSTALL = `# Install

[To the steps](#steps-for-cargo)

${"Before.\n\n".repeat(8)}

${group("tool", "npm", "pnpm", "cargo").replace("npm is here.", `npm is here.\n\n${"Text.\n\n".repeat(20)}`)}

Between.

${group("tool", "npm", "cargo").replace("cargo is here.", "cargo, too.\n\n## Tab 1\n\n## Steps for cargo\n\n```sh\ncargo add x\n```")}

${group("", "npm", "cargo").replaceAll("is here", "is apart")}

${"More text.\n\n".repeat(60)}
`;

const FILES: Readonly<Record<string, string>> = {
  "site.toml":
    'name = "Boats"\nbase_url = "https://boats.example/docs"\n[markdown]\ntabs = true\n[output]\npolicy = ["_headers", "meta"]\n',
  "pages/shell.html":
    '<!doctype html>\n<html lang="en"{% if page.path == "/rtl/" %} dir="rtl"{% endif %}>\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width">\n<meta name="color-scheme" content="light dark">\n' +
    '{{ head }}\n</head>\n<body>\n<main id="main">{{ main }}</main>\n</body>\n</html>\n',
  "pages/page.html": "{{ page.body }}",
  "content/index.md": `+++\ntitle = "Install"\n+++\n${INSTALL}`,
  "content/rtl.md": `+++\ntitle = "Right to left"\n+++\n# Right to left\n\n[Steps](index.md#steps-for-cargo)\n\n${group("tool", "npm", "cargo")}`,
};

let folder = "";
let servers: ChildProcess[] = [];
let url = "";

/** Builds a site and serves it. Returns its origin. */
async function start(root: string): Promise<string> {
  await runFile(CROUPIER, ["build", "--preview", "--root", root, "--out", join(root, "public")]);
  const port = await freePort();
  servers.push(await serve(root, join(root, "public"), port));
  return `http://127.0.0.1:${port}`;
}

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "croupier-tabs-"));
  await writeFiles(join(folder, "plain"), FILES);
  url = `${await start(join(folder, "plain"))}/docs/`;
});

test.afterAll(async () => {
  for (const server of servers) {
    const exited = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await exited;
  }
  servers = [];
  await rm(folder, { recursive: true, force: true });
});

const tabs = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
/** The labels of the selected tabs, in the order of the page. */
const selected = (page: Page) => page.locator("[role=tab][aria-selected=true]").allTextContents();

test("arrow keys, Home and End select the tabs of a group, and Tab goes on to its panel", { tag: "@smoke" }, async ({
  page,
}) => {
  await page.goto(url);
  await expectAccessible(page);
  await expect(page.getByText("npm is here.", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("pnpm is here.")).toBeHidden();
  await tabs(page, "npm").first().focus();
  for (const [key, label] of [
    ["ArrowRight", "pnpm"],
    ["End", "cargo"],
    ["ArrowRight", "npm"],
    ["ArrowLeft", "cargo"],
    ["Home", "npm"],
    ["ArrowRight", "pnpm"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tabs(page, label).first()).toBeFocused();
    await expect(tabs(page, label).first()).toHaveAttribute("aria-selected", "true");
  }
  await page.keyboard.press("Tab");
  const panel = page.getByRole("tabpanel", { name: "pnpm" });
  await expect(panel).toBeFocused();
  await expect(panel).toContainText("pnpm is here.");
  // The next stop is the next group and not a hidden panel.
  await page.keyboard.press("Tab");
  await expect(tabs(page, "npm").nth(1)).toBeFocused();
  await expectAccessible(page);
});

test("in a text from right to left, the left arrow selects the next tab", async ({ page }) => {
  await page.goto(`${url}rtl/`);
  await tabs(page, "npm").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(tabs(page, "cargo")).toBeFocused();
});

test("groups of one key share the choice, and pages remember it without a layout shift", async ({ page }) => {
  await watchShifts(page);
  await page.goto(url);
  expect(await selected(page)).toEqual(["npm", "npm", "npm"]);
  // The long panel above becomes short, but the tab stays where it is.
  const second = tabs(page, "cargo").nth(1);
  await second.scrollIntoViewIfNeeded();
  const before = await second.boundingBox();
  await second.click();
  expect(await selected(page)).toEqual(["cargo", "cargo", "npm"]);
  expect((await second.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  // Other groups keep their tab if they lack the chosen one.
  await tabs(page, "pnpm").click();
  expect(await selected(page)).toEqual(["pnpm", "cargo", "npm"]);
  await page.goto(`${url}rtl/`);
  expect(await selected(page)).toEqual(["npm"]);
  await tabs(page, "cargo").click();
  await page.goto(url);
  await expect(page.getByText("Between.")).toBeVisible();
  expect(await selected(page)).toEqual(["cargo", "cargo", "npm"]);
  expect(await readShifts(page)).toEqual([]);
});

test("a link to an anchor in a hidden panel opens it", async ({ page }) => {
  const heading = page.getByRole("heading", { name: "Steps for cargo" });
  await page.goto(url);
  await expect(heading).toBeHidden();
  await page.getByRole("link", { name: "To the steps" }).click();
  await expect(heading).toBeInViewport();
  expect(await selected(page)).toEqual(["npm", "cargo", "npm"]);
  // It is no choice of the reader.
  await page.goto(`${url}rtl/`);
  expect(await selected(page)).toEqual(["npm"]);
  await page.getByRole("link", { name: "Steps" }).click();
  await expect(heading).toBeInViewport();
  // The same link works again after another tab was selected.
  await tabs(page, "npm").nth(1).click();
  await expect(heading).toBeHidden();
  await page.getByRole("link", { name: "To the steps" }).click();
  await expect(heading).toBeInViewport();
});

test("a browser that does not open hidden panels itself has the anchors, too", async ({ page }) => {
  // Browsers that lack the value `until-found` treat it like other values.
  await page.addInitScript(() => {
    const setAttribute = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name, value) {
      setAttribute.call(this, name, name === "hidden" ? "" : value);
    };
  });
  await page.goto(`${url}#steps-for-cargo`);
  const heading = page.getByRole("heading", { name: "Steps for cargo" });
  await expect(heading).toBeInViewport();
  await tabs(page, "npm").nth(1).click();
  await expect(heading).toBeHidden();
  await page.goto(`${url}#main`);
  await page.getByRole("link", { name: "To the steps" }).click();
  await expect(heading).toBeInViewport();
});

test("print shows all panels with their labels", async ({ page }) => {
  await page.goto(url);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("tablist")).toHaveCount(0);
  for (const text of ["npm is here.", "pnpm is here.", "cargo, too.", "cargo is apart."])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(page.locator(".tab-label").first()).toBeVisible();
  await expect(page.locator(".tab-label").nth(2)).toHaveText("cargo");
  await expect(page.locator(".tab-label").nth(2)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("all panels are shown below their labels", async ({ page }) => {
    await page.goto(url);
    for (const text of ["npm is here.", "pnpm is here.", "cargo, too.", "cargo is apart."])
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    await expect(page.locator(".tab-label")).toHaveText(["npm", "pnpm", "cargo", "npm", "cargo", "npm", "cargo"]);
  });
});

test("a browser that refuses the storage has tabs, too", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.goto(url);
  await tabs(page, "pnpm").click();
  await expect(page.getByText("pnpm is here.")).toBeVisible();
});

for (const [name, launch] of Object.entries({ Firefox: firefox, WebKit: webkit }))
  test(`${name} opens the panel of an anchor, and shows the tab that is clicked`, async () => {
    test.setTimeout(90_000);
    const browser = await launch();
    /** The height of a panel of the first group, in pixels, or "hidden". */
    const height = (label: string) =>
      `(document.querySelector("[data-tab=${label}]").getBoundingClientRect().height || "hidden")`;
    try {
      await browser.open(`${url}#steps-for-cargo`);
      const top = "document.getElementById('steps-for-cargo').getBoundingClientRect().top";
      // The position can be a fraction of a pixel.
      await browser.when(`${top} > -1 && ${top} < innerHeight`);
      await browser.when(`${height("npm")} > 0 && ${height("pnpm")} === "hidden"`);
      await browser.click("[data-tabs] [role=tab]:nth-child(2)");
      await browser.when(`${height("npm")} === "hidden" && ${height("pnpm")} > 0`);
    } finally {
      await browser.close();
    }
  });

test("on a site with islands, tabs work after a click that replaces the page", async ({ page }) => {
  test.setTimeout(240_000);
  const root = join(folder, "islands");
  await createSite(root, "islands");
  const settings = await readFile(join(root, "site.toml"), "utf8");
  await writeFile(join(root, "site.toml"), settings.replace("[markdown]", "[markdown]\ntabs = true"));
  await writeFile(
    join(root, "content/tabs.md"),
    `+++\ntitle = "Tabs"\n+++\n${group("tool", "npm", "cargo").replace("cargo is here.", "cargo is here.\n\n## Deep\n\nText.")}${"More.\n\n".repeat(60)}`,
  );
  await appendFile(join(root, "content/index.md"), "\n[Tabs](tabs.md) and [deep](tabs.md#deep)\n");
  const site = await start(root);
  await page.goto(site, { waitUntil: "networkidle" });
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole("link", { name: "deep", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Deep" })).toBeInViewport();
  expect(await selected(page)).toEqual(["cargo"]);
  await page.goBack();
  await page.getByRole("main").getByRole("link", { name: "Tabs", exact: true }).click();
  await expect(page.getByText("npm is here.")).toBeVisible();
  expect(await selected(page)).toEqual(["npm"]);
  await tabs(page, "cargo").click();
  await expect(page.getByText("cargo is here.")).toBeVisible();
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});
