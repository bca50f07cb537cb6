// The player's return from the cashier, in a Chromium that sends its own events of focus and visibility.

import { type PlainChromium, type PlainTab, startPlainChromium } from "../support/plain_chromium";
import { commandSandbox, createSession, newPlayer, storageRecords } from "../support/players";
import { DEV, expect, rows, test } from "../support/test";

let browser: PlainChromium;

test.beforeEach(async () => {
  browser = await startPlainChromium();
});
test.afterEach(() => browser.close());

const PANEL = 'document.querySelector("dialog[open][data-view=cashier]")';
/** Presses the button of the cashier with this text. */
const press = (tab: PlainTab, text: string) =>
  tab.when(
    `(() => { const button = [...${PANEL}.querySelectorAll("button")].find((it) => it.textContent.trim() === "${text}" && !it.ariaDisabled);
      button?.click(); return button !== undefined; })()`,
  );
const loads = (tab: PlainTab, from: number) =>
  tab.requests
    .slice(from)
    .filter((line) => /GET .*\/(active-coupon|coupondetails\?.*|balance\?.*)$/.test(line))
    .map((line) => new URL(line.slice(4)).pathname.split("/").at(-1))
    .sort();

/** Opens the cashier's panel as a new player with $50. */
async function openCashier(): Promise<PlainTab> {
  const { pid, login } = await newPlayer();
  await commandSandbox("player", { pid, states: ["ready"], cents: 5000 });
  const records = storageRecords(await createSession(DEV, login));
  const tab = await browser.newTab();
  await tab.open(`${DEV}/favicon.svg`);
  await tab.when(`location.pathname === "/favicon.svg" &&
    (Object.entries(${JSON.stringify(records)}).forEach(([name, value]) => localStorage.setItem(name, value)), true)`);
  await tab.open(`${DEV}/lobby/promotions/`);
  await tab.when('document.documentElement.dataset.loader === "deferred"');
  await tab.when(
    `${PANEL} !== null || (document.dispatchEvent(new CustomEvent("croupier:open", { detail: { view: "cashier" } })), 0)`,
  );
  await tab.when(`${PANEL}.innerText.includes("$50.00")`);
  await tab.when("document.hasFocus()");
  return tab;
}

async function payIn(cashier: PlainTab) {
  await cashier.when('document.querySelector("button")?.click() ?? document.querySelector("button") !== null');
  await cashier.when('document.querySelector("[role=status]")?.innerText.includes("Paid")');
}

test("the balance is new after a deposit, with one request for each part", {
  annotation: rows("2.12-04", "A40"),
}, async () => {
  const page = await openCashier();
  await press(page, "Deposit directly");
  const cashier = await browser.tabOf(/Deposits\.asp/);
  await payIn(cashier);
  await page.when("document.hidden || !document.hasFocus()");
  const before = page.requests.length;
  await cashier.close();
  await page.when(`${PANEL}.innerText.includes("$100.00") || document.body.innerText.includes("$100.00")`);
  await page.when('document.querySelector("[aria-busy=true]") === null');
  expect(loads(page, before)).toEqual(["active-coupon", "balance", "coupondetails"]);
});
