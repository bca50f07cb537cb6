// Speculation Rules: while new code waits, the browser prefetches the document under the pointer. Other links are never prefetched this
// way.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { type Deployment, test } from "./deployment";
import { expect, ready } from "./test";

test.use({ motion: true, serviceWorkers: "block" });
test.describe.configure({ timeout: 90_000 });

const footer = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Information", exact: true }).getByRole("link", { name, exact: true });
const rules = (page: Page) => page.locator('script[type="speculationrules"]');

const HASH = createHash("sha256")
  .update(
    JSON.stringify(
      JSON.parse(
        readFileSync(
          resolve(import.meta.dirname, "../../runtime/src/loader/browser/prefetch/speculation_rules.json"),
          "utf8",
        ),
      ),
    ),
  )
  .digest("base64");

/** Adds or removes the hash of the rules in the policy of the site. */
async function name(site: Deployment, isNamed: boolean) {
  const written = (await site.read("_headers")).replace(` 'sha256-${HASH}'`, "");
  const policy = isNamed ? `script-src 'self' 'sha256-${HASH}'` : "script-src 'self'";
  await site.write("_headers", written.replace("script-src 'self'", policy));
}

/** Opens a page, deploys new code, and waits until the tab knows about it. */
async function deployUnder(page: Page, site: Deployment, isNamed: boolean) {
  await name(site, isNamed);
  await page.clock.install();
  const known = page.waitForResponse(/app-data\.json/);
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await (await known).finished();
  await expect(rules(page)).toHaveCount(0);
  await site.edit("runtime/src/loader/browser/navigation/notice.ts", "delay_ms = 1000", "delay_ms = 999");
  await site.build();
  await name(site, isNamed);
  await page.clock.fastForward(301_000);
  const news = page.waitForResponse(/app-data\.json/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await news).finished();
}

test("speculation rules fetch the next document, not its page-data", async ({ page, site, documents }) => {
  const data: string[] = [];
  page.on("request", (request) => {
    if (/info\/terms\/page-data/.test(request.url())) data.push(request.url());
  });
  await deployUnder(page, site, true);
  await expect(rules(page)).toHaveCount(1);
  const devtools = await page.context().newCDPSession(page);
  const told: string[] = [];
  devtools.on("Preload.prefetchStatusUpdated", ({ status, prefetchUrl }) => told.push(`${status} ${prefetchUrl}`));
  await devtools.send("Preload.enable");
  await footer(page, "TERMS").hover();
  await expect.poll(() => told).toContain(`Ready ${site.address}/info/terms/`);
  await footer(page, "TERMS").click();
  await page.waitForURL(`${site.address}/info/terms/`);
  await ready(page);
  await expect.poll(() => told).toContain(`Success ${site.address}/info/terms/`);
  expect(data).toEqual([]);
  expect(documents.length).toBeGreaterThan(1);
  await expect(rules(page)).toHaveCount(0);
});

test("a policy without inline rules stays unchanged", async ({ page, site, documents }) => {
  const probe = page.waitForResponse((response) => response.request().method() === "HEAD");
  await deployUnder(page, site, false);
  await probe;
  await footer(page, "TERMS").hover();
  await footer(page, "TERMS").click();
  await page.waitForURL(`${site.address}/info/terms/`);
  await ready(page);
  expect(documents).toHaveLength(2);
});

test("with Save-Data there are no speculation rules", async ({ page, site }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
  );
  const probes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "HEAD") probes.push(request.url());
  });
  await deployUnder(page, site, true);
  await footer(page, "TERMS").hover();
  await footer(page, "TERMS").click();
  await page.waitForURL(`${site.address}/info/terms/`);
  expect(probes).toEqual([]);
});
