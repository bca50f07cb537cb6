// Speculation Rules: while new code waits, the browser prefetches the document under the pointer. Other links are never prefetched this
// way.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { footerLink, showTab } from "../../pages/navigation";
import { changeSharedCode, type Deployment, test } from "../../support/deployment";
import { expect, waitForLoader } from "../../support/test";

test.use({ motion: true, serviceWorkers: "block" });
test.describe.configure({ timeout: 90_000 });

const rules = (page: Page) => page.locator('script[type="speculationrules"]');

const HASH = createHash("sha256")
  .update(
    JSON.stringify(
      JSON.parse(
        readFileSync(
          resolve(import.meta.dirname, "../../../../runtime/loader/src/loader/browser/prefetch/speculation_rules.json"),
          "utf8",
        ),
      ),
    ),
  )
  .digest("base64");

/** Adds or removes the hash of the rules in the policy of the site. */
async function setPolicyHash(site: Deployment, hasHash: boolean) {
  const headers = (await site.read("_headers")).replace(` 'sha256-${HASH}'`, "");
  const policy = hasHash ? `script-src 'self' 'sha256-${HASH}'` : "script-src 'self'";
  await site.write("_headers", headers.replace("script-src 'self'", policy));
}

/** Opens a page, deploys new code, and waits until the tab knows about it. */
async function deployWhileOpen(page: Page, site: Deployment, hasHash: boolean) {
  await setPolicyHash(site, hasHash);
  await page.clock.install();
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await page.goto(`${site.url}/info/faq/`);
  await waitForLoader(page);
  await (await appDataLoaded).finished();
  await expect(rules(page)).toHaveCount(0);
  await changeSharedCode(site);
  await site.build();
  await setPolicyHash(site, hasHash);
  await page.clock.fastForward(301_000);
  const appDataReloaded = page.waitForResponse(/app-data\.json/);
  await showTab(page);
  await (await appDataReloaded).finished();
}

test("speculation rules fetch the next document, not its page-data", async ({ page, site, documents }) => {
  const data: string[] = [];
  page.on("request", (request) => {
    if (/info\/terms\/page-data/.test(request.url())) data.push(request.url());
  });
  await deployWhileOpen(page, site, true);
  await expect(rules(page)).toHaveCount(1);
  const devtools = await page.context().newCDPSession(page);
  const prefetchStatuses: string[] = [];
  devtools.on("Preload.prefetchStatusUpdated", ({ status, prefetchUrl }) =>
    prefetchStatuses.push(`${status} ${prefetchUrl}`),
  );
  await devtools.send("Preload.enable");
  await footerLink(page, "TERMS").hover();
  await expect.poll(() => prefetchStatuses).toContain(`Ready ${site.url}/info/terms/`);
  await footerLink(page, "TERMS").click();
  await page.waitForURL(`${site.url}/info/terms/`);
  await waitForLoader(page);
  await expect.poll(() => prefetchStatuses).toContain(`Success ${site.url}/info/terms/`);
  expect(data).toEqual([]);
  expect(documents.length).toBeGreaterThan(1);
  await expect(rules(page)).toHaveCount(0);
});

test("a policy without inline rules stays unchanged", async ({ page, site, documents }) => {
  const policyProbe = page.waitForResponse((response) => response.request().method() === "HEAD");
  await deployWhileOpen(page, site, false);
  await policyProbe;
  await footerLink(page, "TERMS").hover();
  await footerLink(page, "TERMS").click();
  await page.waitForURL(`${site.url}/info/terms/`);
  await waitForLoader(page);
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
  await deployWhileOpen(page, site, true);
  await footerLink(page, "TERMS").hover();
  await footerLink(page, "TERMS").click();
  await page.waitForURL(`${site.url}/info/terms/`);
  expect(probes).toEqual([]);
});
