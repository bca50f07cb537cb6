// The casino on an insecure origin, such as a phone that opens a development server. Browsers leave out many interfaces there.

import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { couponCard } from "../pages/coupons";
import { cashierDialog, openPanel } from "../pages/dialogs";
import { logIn } from "../pages/onboarding";
import { BROWSER } from "../playwright.config";
import { newPlayer } from "../support/players";
import { DEV, expect, test, waitForFullLoader } from "../support/test";

/** The name of another machine, which is this one. Only loopback addresses are secure without https. */
const NAME = "casino.test";

test.use({
  launchOptions: { ...BROWSER, args: [...BROWSER.args, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`] },
  // Browsers report headers that they ignore on insecure origins. The proxy of this test forwards no sockets.
  allowedErrors: /Cross-Origin-Opener-Policy|WebSocket/,
});

let proxy: Server;
let origin = "";

// The server accepts requests only for its own name, so a proxy passes them on.
test.beforeAll(async () => {
  const target = new URL(DEV);
  proxy = createServer((incoming, response) => {
    const { origin: sender, ...headers } = incoming.headers;
    const { url: path, method } = incoming;
    const forwarded = request(
      { host: target.hostname, port: target.port, path, method, headers: { ...headers, host: target.host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on("error", () => response.destroy());
    incoming.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  origin = `http://${NAME}:${(proxy.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

test("players log in and redeem on an insecure origin", { tag: "@smoke" }, async ({ page }) => {
  await page.goto(`${origin}/lobby/promotions/`);
  expect(await page.evaluate(() => [isSecureContext, "randomUUID" in crypto, "locks" in navigator])).toEqual([
    false,
    false,
    false,
  ]);
  await waitForFullLoader(page);
  await logIn(page, (await newPlayer()).login);
  await couponCard(page, "DEP200").getByRole("button", { name: "REDEEM" }).click();
  await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "requested");
});

test("players deposit on an insecure origin", async ({ page, context }) => {
  await page.goto(`${origin}/lobby/promotions/`);
  await waitForFullLoader(page);
  const profile = page.waitForResponse(/\/players\/\d+$/);
  await logIn(page);
  await profile;
  await openPanel(page, "cashier");
  await cashierDialog(page).getByRole("tab", { name: "CASHIER" }).click();
  const tabOpened = context.waitForEvent("page");
  await cashierDialog(page).getByRole("button", { name: "DEPOSIT", exact: true }).click();
  await (await tabOpened).waitForURL(/Deposits\.asp/);
});

test("a code that a guest chose is kept on an insecure origin", async ({ page, context }) => {
  await page.goto(`${origin}/lobby/promotions/`);
  await waitForFullLoader(page);
  await couponCard(page, "DEP250").getByRole("button", { name: "SIGN UP NOW" }).click();
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === "signup_coupon")?.value)
    .toBe("DEP250");
});
