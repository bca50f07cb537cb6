// Reading, navigation, login and logout in Firefox and WebKit (A142). All other tests use Chromium.

import { expect, test } from "@playwright/test";
import { DEV } from "../playwright.config";
import { type Driver, firefox, webkit } from "../support/browser_drivers";
import { commandSandbox, linkHash, newPlayer, PASSWORD } from "../support/players";
import { rows } from "../support/test";

const BROWSERS = { Firefox: firefox, WebKit: webkit };

for (const [name, launch] of Object.entries(BROWSERS))
  test(`${name} reads, navigates, logs in and out`, { annotation: rows("0-01", "3-03") }, async () => {
    test.setTimeout(90_000);
    const browser: Driver = await launch();
    try {
      await browser.open(`${DEV}/info/faq/`);
      expect(await browser.when("document.querySelector('h1').textContent")).toContain("questions");
      await browser.when("document.documentElement.hasAttribute('data-loader')");
      // A document load would remove this variable.
      await browser.when("window.stays = true");
      await browser.click('main a[href="/info/terms/"]');
      await browser.when("location.pathname === '/info/terms/' && document.title.includes('Terms')");
      expect(await browser.when("window.stays")).toBe(true);
      await browser.when("history.back() === undefined");
      await browser.when(
        "location.pathname === '/info/faq/' && /question/i.test(document.querySelector('h1').textContent)",
      );

      await browser.click("header button.button--quiet");
      await browser.type("dialog[open] input[name=login]", "annx");
      await browser.type("dialog[open] input[name=password]", PASSWORD);
      await browser.click("dialog[open] form button[type=submit]");
      await browser.when("location.pathname === '/lobby/games/'");
      await browser.when("document.querySelector('header').textContent.includes('Hello, Ann')");
      expect(await browser.when("window.stays")).toBe(true);
      // The stored password is encrypted. Logging out removes it.
      await browser.when("JSON.parse(localStorage.session).password.split('.').length === 3");
      await browser.when(
        "[...document.querySelectorAll('header button')].filter((it) => it.textContent === 'LOG OUT').map((it) => it.click()).length",
      );
      await browser.when("location.pathname === '/' && !document.documentElement.dataset.session");
      expect(await browser.when("localStorage.user_session")).toBe('{"expired":true,"login":"annx"}');
    } finally {
      await browser.close();
    }
  });

for (const [name, launch] of Object.entries(BROWSERS))
  test(`${name} opens a reset link without secrets in URLs and timings`, { annotation: rows("2.2-06") }, async () => {
    test.setTimeout(90_000);
    const browser: Driver = await launch();
    try {
      await browser.open(`${DEV}/info/faq/?pid=1001&token=R1s3cret&promo=P`);
      await browser.when("document.querySelector('dialog[open]')?.dataset.view === 'passwordreset'");
      expect(await browser.when("location.search + location.hash")).toBe("?promo=P");
      const readable =
        "JSON.stringify([performance.getEntries(), document.referrer, window.name, history.state, { ...localStorage }, { ...sessionStorage }])";
      expect(await browser.when(readable)).not.toMatch(/R1s3cret|pid=1001/);
    } finally {
      await browser.close();
    }
  });

for (const [name, launch] of Object.entries(BROWSERS))
  test(`${name} receives the response of a request that leaves no timing entry`, {
    annotation: rows("2.2-04"),
  }, async () => {
    test.setTimeout(90_000);
    const browser: Driver = await launch();
    try {
      const { pid } = await newPlayer();
      await commandSandbox("player", { pid, states: ["quick"] });
      await browser.open(`${DEV}/?state=quickredeem&hash=${linkHash(pid)}`);
      await browser.when("document.querySelector('dialog[open] h2')?.textContent.includes('CONGRATULATIONS')");
    } finally {
      await browser.close();
    }
  });
