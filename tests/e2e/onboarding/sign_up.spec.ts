// All SIGN UP buttons open the form, also before hydration and in browsers without commands.

import { loginButton, loginDialog, menuButton, signupDialog } from "../pages/dialogs";
import { removeNewFeatures } from "../support/older_browser";
import { signIn } from "../support/players";
import { injectFault } from "../support/requests";
import { DEV, expect, gate, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const PLACES = [
  { path: "/", container: "banner", name: "SIGN UP" },
  { path: "/", container: "main", name: "SIGN UP" },
  { path: "/lobby/promotions/", container: "main", name: "SIGN UP NOW" },
  { path: "/welcomeoffer/", container: "main", name: "SIGN UP" },
  { path: "/freespins/", container: "main", name: "SIGN UP" },
] as const;

for (const { path, container, name } of PLACES) {
  test(`${name} in ${container} of ${path} opens the form as soon as the page is visible`, {
    annotation: rows("2.3-06"),
  }, async ({ page }) => {
    await page.goto(path);
    await page.getByRole(container).getByRole("button", { name, exact: true }).first().click();
    await expect(signupDialog(page).getByLabel("First name")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(signupDialog(page)).toBeHidden();
  });
}

test("SIGN UP pressed earlier wins over an automatic LOGIN", { annotation: rows("A7", "A9") }, async ({ page }) => {
  const code = gate();
  await page.route(/log_in_first-\w+\.js$/, async (route) => {
    await code.opened;
    await route.continue();
  });
  await page.goto("/cashier/");
  await page.getByRole("main").getByRole("button", { name: "SIGN UP" }).click();
  await expect(signupDialog(page).getByLabel("First name")).toBeVisible();
  code.open();
  await expect(page.locator('[data-island="log_in_first"]')).toHaveAttribute("data-hydrated", "");
  await expect(signupDialog(page).getByLabel("First name")).toBeVisible();
});

test("a press waits for the code of the form", async ({ page }) => {
  await page.goto("/vip/");
  const { opened: released, open: loadCode } = gate();
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("main").getByRole("button", { name: "SIGN UP" }).click();
  await expect(signupDialog(page)).toBeHidden();
  loadCode();
  await expect(signupDialog(page).getByLabel("First name")).toBeVisible();
});

test("the form opens without command support", { annotation: rows("A142") }, async ({ page }) => {
  await page.addInitScript(removeNewFeatures);
  await page.goto("/vip/");
  await page.getByRole("main").getByRole("button", { name: "SIGN UP" }).click();
  await expect(signupDialog(page).getByLabel("First name")).toBeVisible();
});

test("players see neither SIGN UP nor LOGIN", { annotation: rows("2.3-05", "2.3-06") }, async ({ page, context }) => {
  await signIn(context, DEV);
  for (const path of ["/lobby/promotions/", "/welcomeoffer/", "/lobby/account/", "/cashier/"]) {
    await page.goto(path);
    await waitForLoader(page);
    await expect(page.getByRole("button", { name: /^(SIGN UP|SIGN UP NOW|LOGIN)$/ })).toHaveCount(0);
  }
});

test("at 360 px the menu stays visible, and its SIGN UP opens the form", { annotation: rows("2.4-10") }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await expect(menuButton(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await menuButton(page).click();
  const menu = page.locator("#croupier-mobile-menu");
  await menu.getByRole("button", { name: "SIGN UP" }).click();
  await expect(signupDialog(page).getByLabel("First name")).toBeVisible();
  await expect(menu).toBeHidden();
});

for (const name of ["SIGN UP", "LOGIN"])
  test(`${name} in the menu replaces the menu, even with late code`, { annotation: rows("2.4-10") }, async ({
    page,
  }) => {
    const code = gate();
    await injectFault(page, "**/assets/mobile_menu-*.js", { until: code.opened });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/info/faq/");
    await waitForLoader(page);
    await menuButton(page).click();
    const menu = page.locator("#croupier-mobile-menu");
    await menu.getByRole("button", { name }).click();
    await expect(page.locator("#croupier-modal form")).toBeVisible();
    code.open();
    await expect(page.locator("[data-hydrated] > #croupier-mobile-menu")).toBeAttached();
    await expect(menu).toBeHidden();
    await expect(page.locator("#croupier-modal form")).toBeVisible();
  });

test("LOGIN has two fields and links to recovery and SIGN UP", { annotation: rows("2.13-04") }, async ({ page }) => {
  await page.goto("/info/faq/");
  await loginButton(page).click();
  const login = loginDialog(page);
  await expect(login.getByRole("textbox")).toHaveCount(2);
  for (const [link, title] of [
    ["Forgot your password?", "Forgot your password?"],
    ["Forgot your username?", "Forgot your username?"],
    ["New here? Sign up", "Create your account"],
  ] as const) {
    await login.getByRole("button", { name: link }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog.locator("form")).toBeVisible();
    await dialog.getByRole("button", { name: /^(Back to login|Have an account\? Log in)$/ }).click();
    await expect(login.getByLabel("Username or e-mail")).toBeVisible();
  }
});
