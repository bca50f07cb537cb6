// Dialogs over the page: Escape, Back, the close icon, the focus, and the page behind that does not move.

import { loginButton, loginDialog, openPanel } from "../pages/dialogs";
import { logIn } from "../pages/onboarding";
import { expect, expectAccessible, rows, test, waitForFullLoader } from "../support/test";

test.use({ motion: true });

test("Escape and the close icon close the panel and restore the focus", {
  annotation: rows("2.6-02", "2.6-03"),
}, async ({ page }) => {
  await page.goto("/info/faq/");
  await waitForFullLoader(page);
  await loginButton(page).press("Enter");
  await expect(loginDialog(page)).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  await page.keyboard.press("Escape");
  await expect(loginDialog(page)).toBeHidden();
  await expect(loginButton(page)).toBeFocused();
  await loginButton(page).press("Enter");
  await loginDialog(page).getByRole("button", { name: "Close" }).click();
  await expect(loginDialog(page)).toBeHidden();
  await expect(loginButton(page)).toBeFocused();
});

test("Back closes the panel first and then leaves the page", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/info/faq/");
  await waitForFullLoader(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "COUPONS", exact: true }).click();
  await page.waitForURL("/lobby/promotions/");
  await loginButton(page).click();
  await expect(loginDialog(page)).toBeVisible();
  await page.goBack();
  await expect(loginDialog(page)).toBeHidden();
  await expect(page).toHaveURL("/lobby/promotions/");
  await expect(loginButton(page)).toBeFocused();
  // Closing by Escape leaves no history entry at which Back would stop.
  await loginButton(page).click();
  await page.keyboard.press("Escape");
  await expect(loginDialog(page)).toBeHidden();
  await page.goBack();
  await page.waitForURL("/info/faq/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Common questions");
});

test("a link in the panel navigates, and Back returns without the panel", async ({ page }) => {
  await page.goto("/lobby/promotions/");
  await waitForFullLoader(page);
  await loginButton(page).click();
  await loginDialog(page).getByRole("link", { name: "Contact us" }).click();
  await page.waitForURL("/info/contactus/");
  await expect(loginDialog(page)).toBeHidden();
  await page.goBack();
  await page.waitForURL("/lobby/promotions/");
  await expect(loginDialog(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coupons");
});

test("a click outside the panel keeps the input", async ({ page }) => {
  await page.goto("/info/faq/");
  await loginButton(page).click();
  await loginDialog(page).getByLabel("Username or e-mail").fill("annx");
  await page.mouse.click(20, 400);
  await expect(loginDialog(page)).toBeVisible();
  await expect(loginDialog(page).getByLabel("Username or e-mail")).toHaveValue("annx");
});

test("the page behind the panel neither scrolls nor shifts", async ({ page }) => {
  await page.goto("/info/faq/");
  await waitForFullLoader(page);
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  await loginButton(page).click();
  await expect(loginDialog(page)).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test("after a login below /lobby/ the focus is not lost", async ({ page }) => {
  await page.goto("/lobby/promotions/");
  await waitForFullLoader(page);
  await logIn(page);
  await expect(page.getByRole("banner").getByText("Hello, Ann")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("header, main")?.tagName)).toBeTruthy();
});

test("a panel opens before its container is hydrated, and another replaces it", { annotation: rows("2.6-01") }, async ({
  page,
}) => {
  await page.goto("/info/faq/");
  await waitForFullLoader(page);
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent("croupier:open", { detail: { view: "forgottenpassword" } })),
  );
  const passwordDialog = page.getByRole("dialog", { name: "Forgot your password?" });
  await expect(passwordDialog.getByRole("button", { name: "SEND A LINK" })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await expectAccessible(page, "dialog[open]");
  await passwordDialog.getByRole("button", { name: "Back to login" }).press("Enter");
  await expect(loginDialog(page)).toBeVisible();
});

test("an opened panel never flashes LOGIN", { annotation: rows("2.6-01") }, async ({ page }) => {
  // Records the content of the container when it opens.
  await page.addInitScript(() => {
    const openedWith: string[] = [];
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
      openedWith.push(this.querySelector("input[type=password]") ? "a password's field" : (this.dataset.view ?? ""));
      showModal.call(this);
    };
    Object.assign(window, { openedWith });
  });
  await page.goto("/info/faq/");
  const passwordDialog = page.getByRole("dialog", { name: "Forgot your password?" });
  for (let round = 0; round < 2; round++) {
    await openPanel(page, "forgottenpassword");
    await expect(passwordDialog.getByRole("button", { name: "SEND A LINK" })).toBeVisible();
    await expect(passwordDialog.getByLabel("Username or e-mail")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(passwordDialog).toBeHidden();
  }
  expect(await page.evaluate(() => (window as unknown as { openedWith: string[] }).openedWith)).toEqual([
    "forgottenpassword",
    "forgottenpassword",
  ]);
});

test("a panel that opens after Escape does not freeze the tab", async ({ page }) => {
  await page.goto("/info/faq/");
  await waitForFullLoader(page);
  const openPanelByEvent = () =>
    page.evaluate(() =>
      document.dispatchEvent(new CustomEvent("croupier:open", { detail: { view: "forgottenpassword" } })),
    );
  const passwordDialog = page.getByRole("dialog", { name: "Forgot your password?" });
  for (let round = 0; round < 3; round++) {
    await openPanelByEvent();
    await expect(passwordDialog.getByRole("button", { name: "SEND A LINK" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(passwordDialog).toBeHidden();
  }
});

test("LOGIN opens and closes without command support", { annotation: rows("0-01") }, async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
    // Cancels the browser's own handling after the page has received the click.
    addEventListener("click", (event) => {
      if ((event.target as Element).closest("[commandfor]")) event.preventDefault();
    });
  });
  await page.goto("/info/faq/");
  await waitForFullLoader(page);
  await loginButton(page).click();
  await expect(loginDialog(page)).toBeVisible();
  await loginDialog(page).getByRole("button", { name: "Close" }).click();
  await expect(loginDialog(page)).toBeHidden();
});

test("a panel that fails to load costs one document load and can be retried", async ({ page, documents }) => {
  await page.goto("/info/faq/");
  await page.route("**/assets/modal-form_panel-*.js", (route) => route.abort());
  await openPanel(page, "signup");
  await expect.poll(() => documents.length).toBe(2);
  await openPanel(page, "signup");
  const errorDialog = page.getByRole("dialog", {
    name: "This could not be loaded. Please check your connection and try again.",
  });
  await expect(errorDialog).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  await page.unroute("**/assets/modal-form_panel-*.js");
  await errorDialog.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible();
  expect(documents).toHaveLength(2);
});
