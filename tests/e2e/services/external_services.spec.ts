// External services, replaced by the sandbox: nothing loads unless it is configured, and no private data is sent (A3, A104, A120, A135).

import { openPanel } from "../pages/dialogs";
import { showTab } from "../pages/navigation";
import { fillSignup, logIn, openForm } from "../pages/onboarding";
import { commandSandbox, openAsNewPlayer, signIn } from "../support/players";
import { injectFault } from "../support/requests";
import { configure, DEV, expect, gate, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const CHAT = { chat: { adapter: "sandbox", url: "/external/scripts/chat.js" } };
const EVENTS = { tracking: { adapter: "sandbox", url: "/external/events" } };
const CHECK = {
  bot_check: {
    adapter: "sandbox",
    url: "/external/scripts/bot-check.js",
    backup_url: "/external/scripts/bot-check-backup.js",
  },
};

test("with the default settings no third party is requested", {
  tag: "@smoke",
  annotation: rows("1-16", "1-17"),
}, async ({ page }) => {
  const externalRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/external") || !request.url().startsWith(DEV)) externalRequests.push(request.url());
  });
  await page.goto("/lobby/promotions/");
  await waitForLoader(page);
  const balanceResponse = page.waitForResponse("**/balance?*");
  await logIn(page);
  await balanceResponse;
  expect(externalRequests).toEqual([]);
});

test("the chat identifies a player by hash and opens with a draft message", {
  annotation: rows("7.6-01", "1-17"),
}, async ({ page, context }) => {
  await configure(page, { ...CHAT, api: { chat_identity_url: "/intercom/validate" } });
  const identified: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/intercom/validate")) identified.push(request.postDataJSON());
  });
  await page.goto("/lobby/promotions/");
  await waitForLoader(page);
  await signIn(context, DEV);
  const events = () =>
    page.evaluate(() => (window as { SandboxChat?: { events: { event: string }[] } }).SandboxChat?.events ?? []);
  await expect.poll(async () => (await events()).map(({ event }) => event)).toEqual(["boot"]);
  expect(await events()).toEqual([
    { event: "boot", who: { user_id: "1001", user_hash: expect.stringMatching(/^[0-9a-f]+$/) } },
  ]);
  expect(identified).toEqual([{ identifier: "1001", casinoID: 794 }]);
  await page.evaluate(() => {
    const detail = { view: "chat", about: "Hi, is anybody there?" };
    document.dispatchEvent(new CustomEvent("croupier:open", { detail }));
  });
  const chat = page.getByRole("dialog", { name: "Live chat" });
  await expect(chat.getByRole("textbox", { name: "Message" })).toHaveValue("Hi, is anybody there?");
});

test("page views and logins are counted by path, not under Global Privacy Control", {
  annotation: rows("0-01"),
}, async ({ page, context }) => {
  await configure(context, EVENTS);
  const sent: unknown[] = [];
  await context.route("**/external/events", (route) => {
    sent.push(JSON.parse(route.request().postData() ?? ""));
    return route.fulfill({ status: 200, body: "{}" });
  });
  await page.goto("/info/faq/?promo=ABC");
  await waitForLoader(page);
  await expect.poll(() => sent).toEqual([{ event: "page_view", path: "/info/faq/" }]);
  await logIn(page);
  await page.waitForURL("/lobby/games/");
  await expect.poll(() => sent.slice(1)).toEqual([{ event: "login" }, { event: "page_view", path: "/lobby/games/" }]);

  await context.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const urls: string[] = [];
  page.on("request", (request) => void urls.push(request.url()));
  await page.goto("/info/about/");
  await waitForLoader(page);
  await page.getByRole("banner").getByRole("link", { name: "COUPONS" }).click();
  await page.waitForURL("/lobby/promotions/");
  await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click();
  await page.waitForURL("/");
  expect(sent).toHaveLength(3);
  // Not even the code is loaded.
  expect(urls.filter((url) => /track|data_layer/.test(url))).toEqual([]);
});

test("Intercom boots with the hash and shuts down at logout", { annotation: rows("1-17", "7.6-01") }, async ({
  page,
}) => {
  const chat = { adapter: "intercom", url: "/external/scripts/intercom.js", app_id: "abc123" };
  await configure(page, { chat, api: { chat_identity_url: "/intercom/validate" } });
  await page.goto("/lobby/promotions/?showchat");
  const panel = page.getByRole("dialog", { name: "Live chat" });
  await expect(panel.getByRole("textbox", { name: "Message" })).toHaveValue("");
  await panel.getByRole("button", { name: "Close" }).click();
  await logIn(page);
  const boots = () =>
    page.evaluate(() =>
      (window as unknown as { SandboxChat: { events: { event: string; who?: object }[] } }).SandboxChat.events.flatMap(
        ({ event, who }) => (event === "boot" ? [who] : []),
      ),
    );
  const user_hash: unknown = expect.stringMatching(/^[0-9a-f]+$/);
  await expect.poll(boots).toEqual([{ app_id: "abc123" }, { app_id: "abc123", user_id: "1001", user_hash }]);
  await openPanel(page, "chat", "Hi, is anybody there?");
  await expect(panel.getByRole("textbox", { name: "Message" })).toHaveValue("Hi, is anybody there?");
  await panel.getByRole("button", { name: "Close" }).click();
  await page.evaluate(() => {
    const { SandboxChat } = window as unknown as { SandboxChat: { shutdown(): void } };
    const { shutdown } = SandboxChat;
    SandboxChat.shutdown = () => {
      sessionStorage.setItem("chat", "shut down");
      shutdown();
    };
  });
  await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click();
  await page.waitForURL("/");
  expect(await page.evaluate(() => sessionStorage.getItem("chat"))).toBe("shut down");
});

test("the data layer gets page views and logins before its tag loads", { annotation: rows("1-16") }, async ({
  page,
}) => {
  await configure(page, { tracking: { adapter: "data_layer", url: "/external/scripts/tag.js" } });
  let loadTag = () => {};
  await injectFault(page, "**/external/scripts/tag.js", {
    times: 1,
    until: new Promise((resolve) => (loadTag = () => resolve())),
  });
  const tag = page.waitForRequest("**/external/scripts/tag.js");
  await page.goto("/info/faq/?promo=ABC");
  await waitForLoader(page);
  // Tracking has started, but its tag is not loaded yet.
  await tag;
  await page.getByRole("banner").getByRole("link", { name: "COUPONS" }).click();
  await page.waitForURL("/lobby/promotions/");
  loadTag();
  await logIn(page);
  const tags = () => page.evaluate(() => (window as { sandboxTags?: readonly unknown[] }).sandboxTags);
  await expect
    .poll(tags)
    .toEqual([
      { event: "gtm.js", "gtm.start": expect.any(Number) },
      { event: "page_view", path: "/info/faq/" },
      { event: "page_view", path: "/lobby/promotions/" },
      { event: "login" },
    ]);
});

test("Turnstile and reCAPTCHA give a token for each sign-in action", { annotation: rows("7-04", "1-19") }, async ({
  page,
  context,
}) => {
  for (const adapter of ["turnstile", "recaptcha"]) {
    const tab = adapter === "turnstile" ? page : await context.newPage();
    const url = `/external/scripts/${adapter}.js`;
    await configure(tab, { bot_check: { adapter, url, backup_url: "", site_key: "site-key" } });
    const script = tab.waitForRequest((request) => request.url().includes(url));
    await tab.goto("/info/faq/");
    await waitForLoader(tab);
    const sent = tab.waitForRequest("**/api/794/login");
    const dialog = await logIn(tab, "annx", "wrong-1");
    expect((await sent).headers()["x-bot-check"]).toMatch(/^bot-check-login-/);
    expect(new URL((await script).url()).searchParams.get("render")).toBe(
      adapter === "turnstile" ? "explicit" : "site-key",
    );
    await expect(dialog.getByRole("alert").getByText("Invalid login or password")).toBeVisible();
    // A token request leaves nothing in the form.
    await expect(dialog.getByText("Checked by the sandbox.")).toHaveCount(0);
  }
});

test("a login sends the bot-check token in the configured header", { annotation: rows("7-04") }, async ({ page }) => {
  await configure(page, { ...CHECK, api: { bot_check_header: "X-Proof" } });
  await page.goto("/lobby/promotions/");
  const sent = page.waitForRequest("**/api/794/login");
  await page.route("**/api/794/login", async (route) => {
    // The sandbox knows only its own name for the header.
    const { "x-proof": proof = "", ...headers } = route.request().headers();
    await route.continue({ headers: { ...headers, "x-bot-check": proof } });
  });
  await logIn(page);
  expect((await sent).headers()["x-proof"]).toMatch(/^bot-check-[0-9a-f-]{36}$/);
  await expect(page.locator("html")).toHaveAttribute("data-session", "in");
});

test("a bot-check script that hangs is replaced by its backup", { annotation: rows("7-05") }, async ({ page }) => {
  await configure(page, CHECK);
  const { opened, open } = gate();
  await injectFault(page, "**/external/scripts/bot-check.js", { until: opened });
  await page.goto("/lobby/promotions/");
  await waitForLoader(page);
  const sent = page.waitForRequest("**/api/794/login");
  await logIn(page);
  expect((await sent).headers()["x-bot-check"]).toMatch(/^bot-check-backup-/);
  await expect(page.getByRole("banner").getByText("Hello, Ann")).toBeVisible();
  open();
});

test("a failed bot check uses the backup, and login works without both", { annotation: rows("7-05") }, async ({
  page,
}) => {
  await configure(page, CHECK);
  await injectFault(page, "**/external/scripts/bot-check.js", { drop: true });
  await page.goto("/lobby/promotions/");
  let sent = page.waitForRequest("**/api/794/login");
  const dialog = await logIn(page, "annx", "wrong-1");
  expect((await sent).headers()["x-bot-check"]).toMatch(/^bot-check-backup-/);
  await expect(dialog.getByRole("alert").getByText("Invalid login or password")).toBeVisible();

  await injectFault(page, "**/external/scripts/*", { drop: true });
  await page.reload();
  await waitForLoader(page);
  sent = page.waitForRequest("**/api/794/login");
  await logIn(page);
  expect((await sent).headers()["x-bot-check"]).toBeUndefined();
  await expect(page.locator("html")).toHaveAttribute("data-session", "in");
});

test.describe("the rewards socket", () => {
  test.use({ player: "dailyx" });

  test("the socket sends casino, token and four values, gets the reward, closes at logout", {
    annotation: rows("7.6-05", "7.6-06", "7.6-07"),
  }, async ({ page }) => {
    // The socket closes with its document, so session storage passes its URL to the next one.
    await page.addInitScript(() => {
      const { close } = WebSocket.prototype;
      WebSocket.prototype.close = function (...why) {
        sessionStorage.setItem("closed", this.url);
        close.apply(this, why);
      };
    });
    const opened = page.waitForEvent("websocket", (socket) => socket.url().includes("/rewards?"));
    await page.goto("/lobby/promotions/");
    const socket = await opened;
    const login = socket.waitForEvent("framesent");
    const message = socket.waitForEvent("framereceived");
    const { token } = JSON.parse(await page.evaluate(() => localStorage.getItem("session") ?? "{}")) as {
      token: string;
    };
    const query = new URL(socket.url()).searchParams;
    expect([query.get("casinoid"), query.get("token")]).toEqual(["794", token]);
    expect(JSON.parse(String((await login).payload))).toEqual({
      action: "checklogin",
      casinoid: 794,
      login: "dailyx",
      player_id: 1007,
      class_name: expect.any(String),
    });
    expect(JSON.parse(String((await message).payload))).toMatchObject({ redeemed: 0 });
    const nextMessage = socket.waitForEvent("framereceived");
    await commandSandbox("push", { pid: 1007, frame: "{broken" });
    await nextMessage;
    await page.getByRole("dialog").getByRole("button", { name: "DISMISS" }).click();
    await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click();
    await page.waitForURL("/");
    expect(await page.evaluate(() => sessionStorage.getItem("closed"))).toBe(socket.url());
  });
});

test("a closed rewards socket reopens only when the tab becomes visible", async ({ page }) => {
  const { pid } = await openAsNewPlayer(page, "daily");
  const sockets: string[] = [];
  page.on("websocket", (socket) => {
    if (socket.url().includes("/rewards?")) sockets.push(socket.url());
  });
  const opened = page.waitForEvent("websocket", (socket) => socket.url().includes("/rewards?"));
  await page.goto("/lobby/promotions/");
  const socket = await opened;
  await socket.waitForEvent("framereceived");
  const closed = socket.waitForEvent("close");
  await commandSandbox("push", { pid, close: true });
  await closed;
  const nextSocket = page.waitForEvent("websocket", (candidate) => candidate.url().includes("/rewards?"));
  expect(sockets).toHaveLength(1);
  await showTab(page);
  await (await nextSocket).waitForEvent("framereceived");
  expect(sockets).toHaveLength(2);
});

test("guests open no socket and load no code for it", async ({ page }) => {
  const urls: string[] = [];
  page.on("request", (request) => void urls.push(request.url()));
  page.on("websocket", (socket) => void urls.push(socket.url()));
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await page.getByRole("banner").getByRole("link", { name: "GAMES" }).click();
  await page.waitForURL("/lobby/games/");
  expect(urls.filter((url) => /start_player|rewards/.test(url))).toEqual([]);
});

test("signup and recovery send the bot-check token, also from the backup", {
  annotation: rows("7-04", "7-05"),
}, async ({ page }) => {
  await configure(page, CHECK);
  await injectFault(page, "**/external/scripts/bot-check.js", { drop: true });
  await page.goto("/info/faq/");
  for (const [form, path, button] of [
    ["forgottenpassword", "**/api/794/login", "SEND A LINK"],
    ["forgottenusername", "**/api/794/login", /SEND/],
    ["signup", "**/api/794/signup", "CREATE ACCOUNT"],
  ] as const) {
    const dialog = await openForm(page, form);
    if (form === "signup") await fillSignup(dialog);
    else await dialog.getByRole("textbox").first().fill("ann@example.com");
    const sent = page.waitForRequest(path);
    await dialog.getByRole("button", { name: button }).click();
    expect((await sent).headers()["x-bot-check"], form).toMatch(/^bot-check-backup-/);
  }
});
