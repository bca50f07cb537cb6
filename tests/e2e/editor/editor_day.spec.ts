// A day of an editor in the browser: a real site, the development server, and the fields by their roles and labels.

import { mkdir, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Locator, type Page } from "@playwright/test";
import { BROWSER } from "../playwright.config";
import { expect, expectAccessible, test } from "../support/test";
import { EditorSite, FILES, POST } from "./editor_site";

let site: EditorSite;

test.beforeEach(async () => {
  site = await EditorSite.create();
});
test.afterEach(() => site.remove());

const file = (path: string) => site.read(path);
const open = (page: Page, path: string) => page.goto(`${site.url}/admin/edit/${path}`);
const status = (page: Page) => page.locator(".edit-head").getByRole("status");
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const frame = (page: Page) => page.frameLocator("iframe");
const body = (page: Page) => page.locator(".cm-content").first();

test("the page shows what is typed, and a save changes one line", { tag: "@smoke" }, async ({ page }) => {
  await open(page, "content/posts/autumn.md");
  await expect(frame(page).getByRole("heading", { level: 1 })).toHaveText("Tea in autumn");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Tea in winter");
  await expect(frame(page).getByRole("heading", { level: 1 })).toHaveText("Tea in winter");
  await expect(status(page)).toContainText("Draft saved");
  await expect(page).toHaveTitle("● Tea in winter – Editor");
  expect(await file("content/posts/autumn.md")).toBe(POST);

  await save(page).click();
  await expect(status(page)).toContainText("Saved");
  await expect(page).toHaveTitle("Tea in winter – Editor");
  expect(await file("content/posts/autumn.md")).toBe(POST.replace("Tea in autumn", "Tea in winter"));

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => file("content/posts/autumn.md")).toBe(POST);
  await expectAccessible(page);
});

test("a key in a file with other line ends changes one line", async ({ page }) => {
  const windows = POST.replaceAll("\n", "\r\n");
  await writeFile(join(site.folder, "content/posts/autumn.md"), windows);
  await open(page, "content/posts/autumn.md");
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Z");
  await expect(status(page)).toContainText("Draft saved");
  await save(page).click();
  await expect(status(page)).toContainText("Saved at");
  expect(await file("content/posts/autumn.md")).toBe(`${windows}Z\r\n`);
});

test("a file that changed before the first key is a conflict in three versions", async ({ page }) => {
  await page.route("**/_croupier/edit/events*", (route) => route.abort());
  await open(page, "content/posts/autumn.md");
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await expect(title).toHaveValue("Tea in autumn");
  await writeFile(join(site.folder, "content/posts/autumn.md"), POST.replace("Tea in autumn", "Theirs"));
  await title.fill("Mine");
  await expectVersions(page);

  // The tab finds its draft again.
  await page.reload();
  await expectVersions(page);
});

/** Expects the conflict of the title with the user's version, the one on disk, and the one before both changes. */
async function expectVersions(page: Page) {
  await expect(status(page)).toContainText("Changed on both sides");
  await expect(page.locator(".version pre")).toContainText(["Mine", "Theirs"]);
  await page.getByText("Before both changes").click();
  await expect(page.locator(".choice.conflict details pre")).toContainText("Tea in autumn");
}

test("a text is written, its broken link is found and fixed, and the page is scheduled", async ({ page }) => {
  await page.goto(`${site.url}/admin/`);
  await page.getByRole("button", { name: "New page" }).click();
  const dialog = page.getByRole("dialog", { name: "New page" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Green tea");
  await dialog.getByRole("combobox", { name: "Folder" }).fill("content/posts/");
  await expect(dialog.getByRole("textbox", { name: "Path" })).toHaveValue("content/posts/green-tea.md");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(`${site.url}/admin/edit/content/posts/green-tea.md`);
  expect(await file("content/posts/green-tea.md")).toContain("draft = true");

  await body(page).click();
  await page.keyboard.type("Water of [80 degrees](/degrees/).");
  await expect(frame(page).getByRole("link", { name: "80 degrees" })).toBeVisible();
  await expect(page.getByText("broken link: /degrees/ does not exist").first()).toBeVisible();

  // A draft may be incomplete; a published page may not.
  await page.getByRole("checkbox", { name: "Draft", exact: true }).uncheck();
  await save(page).click();
  await expect(page.getByText("Not saved").first()).toBeVisible();
  expect(await file("content/posts/green-tea.md")).not.toContain("degrees");

  await body(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Water of [80 degrees](/menu/).");
  await save(page).click();
  await expect(status(page)).toContainText("Saved");
  const written = await file("content/posts/green-tea.md");
  expect(written).toContain("Water of [80 degrees](/menu/).");
  expect(written).toContain("draft = false");
});

test("a price is changed without touching the rest of the file", async ({ page }) => {
  await open(page, "content/data/offers.toml");
  await page.getByText("Assam").first().click();
  const price = page.getByLabel("Price").first();
  await expect(price).toHaveValue("4.50");
  await price.fill("4.75");
  await expect(frame(page).getByText("Assam: 475")).toBeVisible();
  await save(page).click();
  await expect(status(page)).toContainText("Saved");
  expect(await file("content/data/offers.toml")).toBe(FILES["content/data/offers.toml"]?.replace("4_50", "4_75"));
});

test("the card of the row that is edited is shown alone", async ({ page }) => {
  await open(page, "content/data/offers.toml");
  await page.getByText("Darjeeling").first().click();
  await page.getByLabel("Price").last().focus();
  const shown = page.getByRole("combobox", { name: "Page", exact: true });
  await shown.selectOption("Card alone");
  await expect(frame(page).getByRole("main")).toHaveText("Darjeeling costs 520");
  await page.getByLabel("Price").last().fill("5.50");
  await expect(frame(page).getByRole("main")).toHaveText("Darjeeling costs 550");

  await page.getByRole("textbox", { name: "Name" }).last().fill("Ceylon");
  await expect(frame(page).getByRole("main")).toHaveText("Ceylon costs 550");
  expect(await file("content/data/offers.toml")).toBe(FILES["content/data/offers.toml"]);
  await expectAccessible(page);

  await shown.selectOption("/menu/");
  await expect(frame(page).getByText("Ceylon: 550")).toBeVisible();
});

test("a field that refers to data has a picker with a search", async ({ page }) => {
  await open(page, "content/data/week.toml");
  const field = page.getByRole("textbox", { name: "Tea of the week" });
  await expect(field).toHaveValue("assam");
  // All of it without a mouse.
  await page.getByRole("button", { name: "Choose Tea of the week" }).press("Enter");
  const search = page.getByRole("dialog", { name: "Choose" }).getByRole("searchbox", { name: "Search" });
  await expect(search).toBeFocused();
  await search.pressSequentially("jasmine");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Jasmine pearls" })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Assam" })).toHaveCount(0);
  await expectAccessible(page);
  await search.press("Enter");
  await expect(field).toHaveValue("jasmine-1");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(status(page)).toContainText("Saved");
  expect(await file("content/data/week.toml")).toBe('tea = "jasmine-1" # one of teas.csv\n');
});

test("several entries of data are chosen for a list, in an order", async ({ page }) => {
  await open(page, "content/data/shelf.toml");
  await page.getByRole("button", { name: "Choose several Teas" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose" });
  const result = (name: string) => dialog.getByRole("button", { name });
  await expect(result("Jasmine pearls")).toHaveAttribute("aria-pressed", "true");
  await result("Sencha").click();
  await result("Assam").click();
  await expect(result("Assam")).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await result("Jasmine pearls").click();
  await expect(result("Jasmine pearls")).toHaveAttribute("aria-pressed", "false");
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Move up Tea 2" }).click();
  await expect(page.getByRole("textbox", { name: "Tea 1" })).toHaveValue("assam");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(status(page)).toContainText("Saved");
  expect(await file("content/data/shelf.toml")).toBe('# From the top.\nteas = ["assam", "sencha"] # one row\n');
});

test("an error is shown at its field, and is not saved", async ({ page }) => {
  await open(page, "content/data/offers.toml");
  await page.getByText("Assam").first().click();
  const name = page.getByRole("textbox", { name: "Name" }).first();
  await name.fill("");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(/Name is required\./);
  await save(page).click();
  await expect(status(page)).toHaveText("Not saved: Name is required.");
  // The list of errors links to the field, and names it as the form does.
  await page.getByRole("button", { name: "Name is required." }).click();
  await expect(name).toBeFocused();
  expect(await file("content/data/offers.toml")).toBe(FILES["content/data/offers.toml"]);
});

test("a file that a terminal changes is a conflict with three versions", async ({ page }) => {
  await open(page, "content/posts/autumn.md");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Mine");
  await expect(status(page)).toContainText("Draft saved");
  const theirs = POST.replace("Tea in autumn", "Theirs").replace("two spoons", "three spoons");
  await writeFile(join(site.folder, "content/posts/autumn.md"), theirs);

  await expect(page.getByText("This file changed on disk")).toBeVisible();
  await page.getByRole("group", { name: "Title" }).getByRole("button", { name: "Yours" }).click();
  await page.getByRole("button", { name: "Continue with the result" }).click();
  await save(page).click();
  await expect(status(page)).toContainText("Saved");
  expect(await file("content/posts/autumn.md")).toBe(theirs.replace("Theirs", "Mine"));
});

test("a file that was deleted is not lost", async ({ page }) => {
  await open(page, "content/menu.md");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("The menu");
  await expect(status(page)).toContainText("Draft saved");
  await unlink(join(site.folder, "content/menu.md"));
  await expect(page.getByText("was deleted")).toBeVisible();
  await page.getByRole("button", { name: "Keep the file" }).click();
  await save(page).click();
  await expect.poll(() => file("content/menu.md").catch(() => "")).toContain("The menu");
});

test("a draft survives a reload, and the end of the server", async ({ page }) => {
  await open(page, "content/posts/autumn.md");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Unsaved");
  await expect(status(page)).toContainText("Draft saved");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Unsaved");

  await site.stop("SIGKILL");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Typed without a server");
  await expect(status(page)).toContainText("Not connected");
  await site.start();
  await expect(status(page)).toContainText("Draft saved");
  await expect(frame(page).getByRole("heading", { level: 1 })).toHaveText("Typed without a server");
  expect(await file("content/posts/autumn.md")).toBe(POST);
});

test("what was typed is there again after the browser was killed", async ({ page }) => {
  const browserServer = await chromium.launchServer(BROWSER);
  const browser = await chromium.connect(browserServer.wsEndpoint());
  const killed = await browser.newPage();
  await open(killed, "content/posts/autumn.md");
  const title = killed.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("");
  await title.pressSequentially("Typed before the end");
  await expect(frame(killed).getByRole("heading", { level: 1 })).toHaveText("Typed before the end");
  // A draft is sent in the pauses between keys.
  const typing = title.pressSequentially(", and after it".repeat(50), { delay: 150 }).catch(() => "killed");
  await expect(frame(killed).getByRole("heading", { level: 1 })).toContainText("Typed before the end, and");
  await browserServer.kill();
  expect(await typing).toBe("killed");

  await open(page, "content/posts/autumn.md");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(/^Typed before the end, and/);
  await expect(status(page)).toContainText("Draft saved");
  expect(await file("content/posts/autumn.md")).toBe(POST);
});

test("the fields of the signup form are reordered by keyboard and by buttons", async ({ page }) => {
  await open(page, "content/data/signup.toml");
  const items = page.getByRole("list", { name: "Fields" }).getByRole("button", { expanded: false });
  const order = async (...labels: readonly string[]) => expect(items).toHaveText(labels);
  await order("Email", "Password", "Country");
  await page.getByRole("button", { name: "Move up Field 3" }).focus();
  await page.keyboard.press("Enter");
  await order("Email", "Country", "Password");
  // The focus stays with the item, so that the same key moves it on.
  await expect(page.getByRole("button", { name: "Move up Field 2" })).toBeFocused();
  await page.keyboard.press("Enter");
  await order("Country", "Email", "Password");
  await expect(page.getByRole("button", { name: "Move down Field 1" })).toBeFocused();

  await page.getByRole("button", { name: "Move down Field 2" }).click();
  await order("Country", "Password", "Email");
  await save(page).click();
  await expect(status(page)).toContainText("Saved");
  const text = await file("content/data/signup.toml");
  expect([...text.matchAll(/name = "(\w+)"/g)].map(([, name]) => name)).toEqual(["country", "password", "email"]);
  expect(text).toContain('name = "email" # first');
});

test("a post is opened, changed, previewed and saved without a mouse", async ({ page }) => {
  /** Presses Tab until an element has the focus. */
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 120; presses++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((it) => it === document.activeElement)) return;
    }
    throw new Error(`Tab does not reach ${target}`);
  };
  await page.goto(`${site.url}/admin/`);
  await expect(page.getByRole("link", { name: /Tea in autumn/ }).first()).toBeVisible();
  await tabTo(page.getByRole("searchbox", { name: "Search files" }));
  await page.keyboard.type("autumn");
  const listed = page.getByRole("navigation", { name: "Files" }).getByRole("link");
  await expect(listed).toHaveCount(1);
  await tabTo(listed);
  await page.keyboard.press("Enter");

  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await expect(title).toBeVisible();
  await tabTo(title);
  await page.keyboard.press("End");
  await page.keyboard.type(" and winter");
  await expect(frame(page).getByRole("heading", { level: 1 })).toHaveText("Tea in autumn and winter");

  // The text editor does not hold the focus: Escape leaves it.
  await tabTo(body(page));
  await page.keyboard.type("Hot. ");
  await page.keyboard.press("Escape");
  await tabTo(page.getByRole("button", { name: "Phone 390" }));
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Phone 390" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(status(page)).toContainText("Saved");
  expect(await file("content/posts/autumn.md")).toContain("Hot. Warm the pot");

  // A dialog takes the focus, and gives it back.
  const renameButton = page.getByRole("button", { name: "Rename" });
  for (
    let presses = 0;
    presses < 120 && !(await renameButton.evaluate((it) => it === document.activeElement));
    presses++
  )
    await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "New path" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(renameButton).toBeFocused();
});

test("Save has the focus after it saved, and the focus stays near a button that goes away", async ({ page }) => {
  await open(page, "content/posts/autumn.md");
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  const press = async (button: Locator) => {
    await button.focus();
    await page.keyboard.press("Enter");
  };
  await title.fill("Tea in winter");
  await expect(status(page)).toContainText("Draft saved");
  await press(save(page));
  await expect(status(page)).toContainText("Saved at");
  await expect(save(page)).toBeFocused();
  await expect(save(page)).toBeDisabled();

  await press(page.getByRole("button", { name: "Undo", exact: true }));
  await expect(status(page)).toHaveText("The last save was undone");
  await expect(save(page)).toBeFocused();

  await title.fill("Tea in spring");
  const discard = page.getByRole("button", { name: "Discard draft" });
  await press(discard);
  await expect(discard).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "Form" })).toBeFocused();
  await expect(title).toHaveValue("Tea in autumn");
  await expectAccessible(page);
});

test("menus and redirects are listed, and open at their fields", async ({ page }) => {
  await page.goto(`${site.url}/admin/`);
  await expect(page).toHaveTitle("Editor");
  await page.getByRole("link", { name: "Links", exact: true }).click();
  await expect(page).toHaveTitle("Links – Editor");
  await expect(page.getByRole("link", { name: /menu\.toml/ })).toBeVisible();
  await expect(page.getByText("/settings/ → /menu/")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search redirects" }).fill("tea");
  await expect(page.getByText("/settings/ → /menu/")).toHaveCount(0);
  await page.getByRole("link", { name: "/old-tea/ → /menu/" }).click();
  await expect(page).toHaveURL(`${site.url}/admin/edit/content/menu.md`);
  await expect(page.getByText("/old-tea/").first()).toBeVisible();

  await page.goto(`${site.url}/admin/navigation/`);
  await page.getByRole("link", { name: /menu\.toml/ }).click();
  await page.getByText("All teas").first().click();
  await page.getByRole("textbox", { name: "Label" }).fill("Every tea");
  await save(page).click();
  await expect(status(page)).toContainText("Saved");
  expect(await file("content/data/menu.toml")).toBe('[[main]]\nlabel = "Every tea"\nto = "/menu/"\n');
});

test("two browsers with the same file say so, and none overwrites the other one", async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  const notice = (of: Page) => of.getByText("This file is open in another tab or browser");
  const title = (of: Page) => of.getByRole("textbox", { name: "Title", exact: true });
  await open(page, "content/posts/autumn.md");
  await title(page).fill("The first");
  await expect(status(page)).toContainText("Draft saved");
  await expect(notice(page)).toHaveCount(0);

  await open(other, "content/posts/autumn.md");
  await expect(notice(other)).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await expect(title(other)).toHaveValue("Tea in autumn");
  await title(other).fill("The second");
  await expect(status(other)).toContainText("Draft saved");
  await expect(title(page)).toHaveValue("The first");

  await save(page).click();
  await expect(status(page)).toContainText("Saved");
  await expect(other.getByText("This file changed on disk")).toBeVisible();
  expect(await file("content/posts/autumn.md")).toContain("The first");
  await expectAccessible(other);

  // The draft of the browser that is gone is there for the next one.
  await other.context().close();
  await expect(notice(page)).toHaveCount(0);
});

test("renaming takes links along, and shows the changes before", async ({ page }) => {
  await open(page, "content/posts/autumn.md");
  await page.getByRole("button", { name: "Rename" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename" });
  await dialog.getByRole("textbox", { name: "New path" }).fill("content/posts/fall.md");
  await expect(dialog.getByText("content/index.md").first()).toBeVisible();
  expect(await file("content/index.md")).toContain("posts/autumn.md");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page).toHaveURL(`${site.url}/admin/edit/content/posts/fall.md`);
  expect(await file("content/index.md")).toContain("(posts/fall.md)");
  expect(await file("content/posts/fall.md")).toContain('aliases = ["/posts/autumn/"]');
});

test("a picture is uploaded into the folder of pictures", async ({ page }) => {
  await mkdir(join(site.folder, "static"), { recursive: true });
  await page.goto(`${site.url}/admin/media/`);
  await page.getByRole("button", { name: "Upload" }).first().click();
  const dialog = page.getByRole("dialog");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>';
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: "cup.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
  await dialog.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("cup.svg").first()).toBeVisible();
});

test("a click on a text of the page leads to its field, and a field marks its text", async ({ page }) => {
  await open(page, "content/posts/autumn.md");
  await frame(page).getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toBeFocused();
  await expect(frame(page).getByRole("heading", { level: 1 })).toHaveCSS("outline-style", "solid");
  await frame(page).getByText("Use two spoons.").click();
  await expect(body(page)).toBeFocused();
  await page.keyboard.type("Now: ");
  await expect(frame(page).getByText("Now: Use two spoons.")).toBeVisible();
});

test("a click on a list, a table or a row of data focuses its line or field, and back", async ({ page }) => {
  const text = "- Pot\n- Cup\n\n| Tea | Time |\n|---|---|\n| Green | 2 min |\n";
  await writeFile(join(site.folder, "content/menu.md"), `+++\ntitle = "Menu"\n+++\n${text}`);
  await open(page, "content/menu.md");
  const shown = (name: string) => frame(page).getByText(name, { exact: true });
  const line = page.locator(".cm-activeLine");
  await shown("Cup").click();
  await expect(body(page)).toBeFocused();
  await expect(line).toHaveText("- Cup");
  await expect(frame(page).getByRole("listitem").filter({ hasText: "Cup" })).toHaveCSS("outline-style", "solid");
  await shown("2 min").click();
  await expect(line).toHaveText("| Green | 2 min |");
  await expect(frame(page).getByRole("row", { name: "Green" })).toHaveCSS("outline-style", "solid");

  await open(page, "content/data/offers.toml");
  await frame(page).getByText("Darjeeling: 520").click();
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Darjeeling");
});

test("a page links to its source, and only one with a source", async ({ page }) => {
  await page.goto(`${site.url}/posts/autumn/`);
  const link = page.getByRole("link", { name: "Edit", exact: true });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await link.click();
  await expect(page).toHaveURL(`${site.url}/admin/edit/content/posts/autumn.md`);
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Tea in autumn");
  // The page in the frame of the editor has no link to the editor.
  await expect(frame(page).getByRole("heading", { level: 1 })).toBeVisible();
  await expect(frame(page).getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);

  const answered = page.waitForResponse(/edit\/link/);
  await page.goto(`${site.url}/none/`);
  expect(await (await answered).json()).toEqual({ href: null });
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
});

test("a published page has no trace of the editor, and the editor no policy for others", async ({ page, request }) => {
  const requests: string[] = [];
  page.on("request", (it) => requests.push(new URL(it.url()).host));
  await open(page, "content/posts/autumn.md");
  await expect(frame(page).getByRole("heading", { level: 1 })).toBeVisible();
  expect([...new Set(requests)]).toEqual([new URL(site.url).host]);
  const policy = (await request.get(`${site.url}/admin/`)).headers()["content-security-policy"] ?? "";
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("frame-ancestors 'none'");
});

for (const width of [390, 820, 1280]) {
  test(`all screens are accessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 860 });
    for (const path of [
      "",
      "edit/content/posts/autumn.md",
      "edit/content/data/offers.toml",
      "media/",
      "navigation/",
      "attention/",
    ]) {
      await page.goto(`${site.url}/admin/${path}`);
      // A phone shows the list first.
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading.or(page.getByRole("button", { name: "New page" })).first()).toBeVisible();
      await expectAccessible(page);
      // Only parts of a screen scroll, not the document.
      const overflow = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return Math.max(scrollWidth - innerWidth, scrollHeight - innerHeight);
      });
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}
