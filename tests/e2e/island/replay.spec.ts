// Input on an island before hydration: replayed if hydration is fast, otherwise a message. Only code of this site runs.

import type { Page } from "@playwright/test";
import { expect, gate, SERVED, test, waitForFullLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

/** An island without React that records events after hydration. */
const MODULE = `export async function hydrate(element) {
  const heard = (window.heard ??= []);
  element.addEventListener("click", ({ target }) => {
    if (target.dataset.pressed) heard.push(target.dataset.pressed);
    if (target.type === "checkbox" || target.type === "radio") heard.push(target.id + " " + target.checked);
  });
  element.addEventListener("change", ({ target }) => {
    if (target.localName === "select") heard.push("chose " + target.value);
  });
  element.addEventListener("toggle", ({ target }) => heard.push("open " + target.open), true);
  return () => undefined;
}`;
const HTML = `<button id="press" type="button" data-pressed="pressed">press</button>
  <button id="plain" data-pressed="plain">plain</button><span id="tab" role="tab" data-pressed="tab">tab</span>
  <b id="cell" data-pressed="cell">cell</b><form><label id="label" data-pressed="label">text <input></label></form>
  <button id="switch" type="button" role="switch">switch</button>
  <input id="box" type="checkbox"><input id="one" type="radio" name="r"><input id="two" type="radio" name="r" checked>
  <select id="choice"><option>a</option><option>b</option></select><details id="more"><summary>more</summary>text</details>`;

/** Opens a page with this island. The returned function lets its code load. */
async function openWithIsland(page: Page, src = "/assets/fake-1.js"): Promise<() => void> {
  const { opened: released, open: loadCode } = gate();
  await page.route("**/fake-1.js*", async (route) => {
    await released;
    await route.fulfill({ contentType: "text/javascript", body: MODULE });
  });
  await page.route(`${SERVED}/info/terms/`, async (route) => {
    const response = await route.fetch();
    const island = `<div data-island="fake" data-props="{}" data-hydrate="interaction" data-src="${src}">${HTML}</div>`;
    await route.fulfill({
      response,
      body: (await response.text()).replace(/<main id="main">/, `<main id="main">${island}`),
    });
  });
  await page.goto(`${SERVED}/info/terms/`);
  await waitForFullLoader(page);
  return loadCode;
}
const recordedEvents = (page: Page) => page.evaluate(() => (window as { heard?: string[] }).heard ?? []);

test("clicks, checkboxes, selects and details are replayed once", { tag: "@smoke" }, async ({ page }) => {
  const loadCode = await openWithIsland(page);
  for (const id of ["press", "plain", "tab", "cell", "label"]) await page.locator(`#${id}`).click();
  await page.locator("#box").click();
  await page.locator("#one").click();
  await page.locator("#choice").selectOption("b");
  await page.locator("#more summary").click();
  expect(await recordedEvents(page)).toEqual([]);
  loadCode();
  await expect
    .poll(() => recordedEvents(page))
    .toEqual(["pressed", "plain", "tab", "cell", "box true", "one true", "chose b", "open true"]);
  await expect(page.locator("#box")).toBeChecked();
  await expect(page.locator("#one")).toBeChecked();
  await expect(page.locator("#choice")).toHaveValue("b");
});

test("an enhanced island hydrates at its first press, after its enhancement has ended", async ({ page }) => {
  const loadCode = await openWithIsland(page);
  await page.route("**/fake-1.js*", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `${MODULE}
        const own = { hydrate };
        export const load = () => { (window.heard ??= []).push("loaded"); return Promise.resolve(own); };
        export const enhance = (element, props) => {
          (window.heard ??= []).push("enhanced " + JSON.stringify(props));
          return () => void window.heard.push("ended");
        };`,
    }),
  );
  loadCode();
  const island = page.locator("[data-island=fake]");
  await island.evaluate((element) => element.setAttribute("data-hydrate", "ready-to-play"));
  await page.evaluate(() => document.documentElement.setAttribute("data-ready-to-play", ""));
  await expect(island).toHaveAttribute("data-enhanced", "");
  await expect(island).not.toHaveAttribute("data-hydrated");
  expect(await recordedEvents(page)).toEqual(["enhanced {}"]);
  await page.locator("#press").click();
  await expect.poll(() => recordedEvents(page)).toEqual(["enhanced {}", "loaded", "ended", "pressed"]);
  await expect(island).toHaveAttribute("data-hydrated", "");
});

test("a late click is not replayed, and the page says so", async ({ page }) => {
  await page.clock.install();
  const loadCode = await openWithIsland(page);
  await page.locator("#press").click();
  await page.clock.fastForward(2_100);
  loadCode();
  await expect(page.getByRole("status").filter({ hasText: "ready" })).toBeVisible();
  expect(await recordedEvents(page)).toEqual([]);
});

for (const src of ["https://other.example/fake-1.js", "/uploads/fake-1.js", "data:text/javascript,0"])
  test(`code from ${src} is not run`, async ({ page }) => {
    const loadCode = await openWithIsland(page, src);
    loadCode();
    const faults = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener(
            "croupier:fault",
            (event) => resolve((event as CustomEvent<{ part: string }>).detail.part),
            {
              once: true,
            },
          ),
        ),
    );
    await page.locator("#box").dispatchEvent("pointerover");
    expect(await faults).toBe("fake");
    await expect(page.locator("[data-island=fake]")).not.toHaveAttribute("data-hydrated");
  });

test("one document attribute hydrates all islands that wait for it at once", async ({ page }) => {
  const loadCode = await openWithIsland(page);
  loadCode();
  await page.locator("[data-island=fake]").evaluate((island) => {
    island.setAttribute("data-hydrate", "ready-to-play");
  });
  await page.evaluate(() => document.documentElement.setAttribute("data-ready-to-play", ""));
  await expect(page.locator("[data-island=fake]")).toHaveAttribute("data-hydrated", "");
});
