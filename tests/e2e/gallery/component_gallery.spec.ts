// The component gallery, built with --drafts: all components in all states, in a real browser. Builds without --drafts do not contain it.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { SERVED } from "../playwright.config";
import { CROUPIER, ROOT } from "../support/paths";
import { expect, expectAccessible, rows, test } from "../support/test";

/** Each worker uses its own port, after those of the two servers. */
const port = Number(new URL(SERVED).port) + 5 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
const SITE = `http://127.0.0.1:${port}`;
let out = "";
let server: ChildProcess | undefined;

test.use({ baseURL: SITE });

// All tests use one build and one server.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  out = await mkdtemp(join(tmpdir(), "croupier-parts-"));
  await promisify(execFile)(CROUPIER, ["build", "--preview", "--root", ROOT, "--out", out, "--drafts"]);
  const child = spawn(CROUPIER, ["serve", "--root", ROOT, "--out", out, "--port", String(port)]);
  server = child;
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text) => {
        if (String(text).includes(String(port))) resolve();
      });
  });
});
test.afterAll(async () => {
  server?.kill("SIGTERM");
  await rm(out, { recursive: true, force: true });
});
test.beforeEach(async ({ page }) => {
  await page.goto("/parts/");
  await expect(page.locator('[data-island="parts"]')).toHaveAttribute("data-hydrated", "");
  // After this, the layout is stable.
  await expect(page.getByRole("region", { name: "Coupon", exact: true })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
});

test("a build without --drafts has no components page", async ({ request }) => {
  expect((await request.get(`${SERVED}/parts/`)).status()).toBe(404);
});

for (const width of [360, 390, 1280])
  test(`axe finds nothing, and nothing scrolls sideways, at ${width} px`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

test("reduced motion removes animations", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  // Animations with a scroll timeline do not run by themselves.
  const running = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ playState, timeline }) => playState === "running" && timeline instanceof DocumentTimeline).length,
  );
  expect(running).toBe(0);
});

test("every icon and picture is in its sprite", async ({ page }) => {
  const missing = await page.evaluate(async () => {
    const uses = [...document.querySelectorAll("use")].map((use) => use.getAttribute("href") ?? "");
    const sprite = uses.find((href) => href.startsWith("/")) ?? "";
    const spriteText = await (await fetch(sprite.replace(/#.*/, ""))).text();
    return uses.filter((href) =>
      href.startsWith("#")
        ? !document.getElementById(href.slice(1))
        : !spriteText.includes(`<symbol id="${href.replace(/.*#/, "")}"`),
    );
  });
  expect(missing).toEqual([]);
  expect(await page.locator(".art use").count()).toBeGreaterThan(8);
});

test("a busy button keeps the focus and ignores presses, a disabled one too", { annotation: rows("A74") }, async ({
  page,
}) => {
  const button = page.getByRole("button", { name: "Busy after a press" });
  await button.press("Enter");
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expect(button).toBeFocused();
  await button.press("Enter");
  await button.click({ force: true });
  await expect(page.getByText("Pressed 1 times")).toBeVisible();
  await expect(page.getByRole("button", { name: "Disabled", exact: true })).toBeDisabled();
});

test("label, hint and error belong to their field", async ({ page }) => {
  const invalidField = page.getByRole("textbox", { name: "With an error" });
  await expect(invalidField).toHaveAccessibleDescription("As on your card Please enter 16 digits.");
  await expect(invalidField).toHaveAttribute("aria-invalid", "true");
  const hintedField = page.getByRole("textbox", { name: "With a hint" });
  await expect(hintedField).toHaveAccessibleDescription("6 to 20 letters and digits");
  await expect(hintedField).not.toHaveAttribute("aria-invalid");
  await expect(page.getByRole("group", { name: "Date of birth" })).toHaveAccessibleDescription(
    "You must be 21 or over Please enter a year.",
  );
});

test("tabs are one tab stop with arrow keys", async ({ page }) => {
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("Deposit").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab("Withdraw")).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Withdraw" })).toContainText("From $150");
  await page.keyboard.press("End");
  await expect(tab("History")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await expect(tab("Deposit")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tabpanel", { name: "Deposit" })).toBeFocused();
});

test("a switch shows its state, waits while pending and reports failures", async ({ page }) => {
  const toggle = page.getByRole("switch", { name: "To be switched" });
  await expect(toggle).not.toBeChecked();
  await toggle.press("Space");
  await expect(toggle).toBeChecked();
  await expect(toggle).toHaveAccessibleDescription("It changes at once.");
  for (const [role, name] of [
    ["switch", "Pending"],
    ["button", "Not known yet"],
  ] as const) {
    const control = page.getByRole(role, { name });
    await expect(control).toHaveAttribute("aria-busy", "true");
    await expect(control).toBeDisabled();
  }
  await expect(page.getByRole("alert").filter({ hasText: "That did not work." })).toBeVisible();
});

test.describe("a tooltip", () => {
  test("a tooltip stays while hovered or focused (WCAG 1.4.13)", { annotation: rows("4.8-04", "9-20") }, async ({
    page,
  }) => {
    await page.clock.install();
    await page.reload();
    await expect(page.locator('[data-island="parts"]')).toHaveAttribute("data-hydrated", "");
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const tooltip = page.getByRole("tooltip");
    await page.getByRole("button", { name: "About quick play" }).focus();
    await expect(tooltip).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(tooltip).toBeVisible();
  });

  test("a tooltip can be hovered and closes by Escape (WCAG 1.4.13)", async ({ page }) => {
    const tooltipButton = page.getByRole("button", { name: "About quick play" });
    const tooltip = page.getByRole("tooltip");
    await tooltipButton.hover();
    await expect(tooltip).toBeVisible();
    await expect(tooltipButton).not.toBeFocused();
    await page.keyboard.press("Escape");
    await expect(tooltip).toBeHidden();
    await page.mouse.move(5, 5);
    await tooltipButton.hover();
    // Moves in steps over the gap between button and tooltip.
    const box = await tooltip.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2, { steps: 20 });
    await expect(tooltip).toBeVisible();
  });

  test("a tooltip opens by mouse and focus, and closes by leaving and Escape", { tag: "@smoke" }, async ({ page }) => {
    const tooltipButton = page.getByRole("button", { name: "About quick play" });
    const tooltip = page.getByRole("tooltip");
    await expect(tooltipButton).toHaveAccessibleDescription(/^Opens a game at once/);
    await tooltipButton.hover();
    await expect(tooltip).toBeVisible();
    await tooltip.hover();
    await expect(tooltip).toBeVisible();
    await page.mouse.move(5, 5);
    await expect(tooltip).toBeHidden();
    await tooltipButton.focus();
    await expect(tooltip).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(tooltip).toBeHidden();
    await expect(tooltipButton).toBeFocused();
  });

  test("a tooltip opens and closes by tap and stays on the screen", async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, baseURL: SITE });
    const page = await context.newPage();
    await page.goto("/parts/");
    await expect(page.locator('[data-island="parts"]')).toHaveAttribute("data-hydrated", "");
    const tooltipButton = page.getByRole("button", { name: "About quick play" });
    await tooltipButton.tap();
    const tooltip = page.getByRole("tooltip");
    await expect(tooltip).toBeVisible();
    await expect(tooltip).toBeInViewport({ ratio: 1 });
    await tooltipButton.tap();
    await expect(tooltip).toBeHidden();
    await tooltipButton.tap();
    await expect(tooltip).toBeVisible();
    // The tooltip can be above or below its button, so the margin next to the button is never covered.
    const button = await tooltipButton.boundingBox();
    await page.touchscreen.tap(2, (button?.y ?? 0) + (button?.height ?? 0) / 2);
    await expect(tooltip).toBeHidden();
    await context.close();
  });
});

test.describe("a component that throws", () => {
  test.use({ allowedErrors: /a card broke/ });

  test("only the component that throws is replaced, and it can be retried", async ({ page }) => {
    await page.evaluate(() => {
      document.addEventListener("croupier:fault", (event) => {
        const { error, part } = (event as CustomEvent<{ error: Error; part: string }>).detail;
        document.body.dataset.fault = `${part}: ${error.message}`;
      });
    });
    await page.getByRole("button", { name: "Break it" }).first().click();
    await expect(page.getByText("This card could not be shown.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Second card" })).toBeVisible();
    await expect(page.locator("body")).toHaveAttribute("data-fault", "card of the parts page: a card broke");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "First card" })).toBeVisible();
  });
});

test("amounts and times have the specified formats", { annotation: rows("2.9-05", "9-32") }, async ({ page }) => {
  const money = page.getByRole("region", { name: "Money" });
  await expect(money).toContainText("$1,234.50$0.00-$0.05$30not known:");
  const countdowns = page.getByRole("region", { name: "Countdown" }).locator("time");
  await expect(countdowns).toHaveText([
    "Expires in 45 seconds",
    "Expires in 1 minute",
    "Expires in 12 hours",
    "Expires in 1 day",
    "Expires in 1 month",
    "Expired",
  ]);
  await expect(countdowns.first()).toHaveAttribute("title", /2027/);
});

test("a description keeps only the allowed elements", { annotation: rows("2.9-04") }, async ({ page }) => {
  expect(await page.getByRole("region", { name: "Text of others" }).locator(".safe-html").innerHTML()).toBe(
    'Welcome<p>Play <b>through</b> 30 times, <em>then</em> withdraw. <a href="/info/terms/" rel="noopener nofollow">Terms</a>, <a href="https://example.com/" rel="noopener nofollow">others</a>, no link</p><ul><li>Slots</li><li>Keno</li></ul>',
  );
});

/** Descriptions that try to run scripts, load files or change the page, and their allowed remains. */
const HOSTILE: readonly (readonly [html: string, remains: string])[] = [
  ["<script>x</script>a", "a"],
  ["<scr<script>ipt>x</script>a", "ipt&gt;xa"],
  ['<img src=x onerror="owned()">a', "a"],
  ["<svg onload=owned()><a href=/x>b</a></svg>a", "a"],
  ["<math><mtext><table><mglyph><style><img src=x onerror=owned()></style></table></mtext></math>a", "a"],
  ["<style>*{display:none}</style>a", "a"],
  ["<iframe src=//example.com>b</iframe>a", "a"],
  ["<template><b>x</b></template>a", "a"],
  ["<noscript><p title='</noscript><img src=x onerror=owned()>'></noscript>a", "<p>a</p>"],
  ['<p onclick="owned()" style="position:fixed" class="button" id="main">a</p>', "<p>a</p>"],
  ['<a href="javascript:owned()">a</a>', "a"],
  ['<a href="&#106;avascript:owned()">a</a>', "a"],
  ['<a href="jav&#x09;ascript:owned()">a</a>', "a"],
  ['<a href="//example.com/">a</a>', "a"],
  ['<a href="/ok/" target="_blank" onclick="owned()" ping="//x">a</a>', '<a href="/ok/" rel="noopener nofollow">a</a>'],
  ["<form action=//x><input name=password><button>a</button></form>", "a"],
  ["<base href=//x><meta http-equiv=refresh content=0><link rel=stylesheet href=//x>a", "a"],
  ["<dialog open><marquee onstart=owned()>a</marquee></dialog>", "a"],
  ["<h1><u>a</u></h1><!-- <b>c</b> --><object data=x>b</object>", "<u>a</u>"],
  ["a & b &lt;script&gt;", "a &amp; b &lt;script&gt;"],
  ["<b>not closed", "<b>not closed</b>"],
];

test.describe("hostile descriptions", () => {
  // The policy reports handlers and styles while the parser discards them.
  test.use({ allowedErrors: /violates the following Content Security Policy/ });

  test("hostile descriptions keep only text and allowed elements", { annotation: rows("2.9-04", "5-29") }, async ({
    page,
  }) => {
    const runtime = resolve(ROOT, "runtime");
    const { build } = createRequire(join(runtime, "package.json"))("esbuild") as {
      build(options: object): Promise<{ outputFiles: { text: string }[] }>;
    };
    const code = `
      import { createElement } from "react"; import { createRoot } from "react-dom/client"; import { flushSync } from "react-dom";
      import { SafeHtml } from "./casino/ui/display/safe_html";
      globalThis.owned = () => { globalThis.isOwned = true; };
      globalThis.drawn = (html) => {
        const place = document.createElement("div"); document.body.append(place);
        flushSync(() => createRoot(place).render(createElement(SafeHtml, { html })));
        return place.firstChild.innerHTML;
      };`;
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: runtime, loader: "ts" },
      bundle: true,
      write: false,
      define: { "process.env.NODE_ENV": '"production"', "import.meta.env.LANGUAGES": "false" },
    });
    await page.evaluate(outputFiles[0]?.text ?? "");
    const remains = await page.evaluate(
      (texts) => texts.map((html) => (globalThis as unknown as { drawn(html: string): string }).drawn(html)),
      HOSTILE.map(([html]) => html),
    );
    expect(remains).toEqual(HOSTILE.map(([, rest]) => rest));
    expect(await page.evaluate(() => "isOwned" in globalThis)).toBe(false);
  });
});
