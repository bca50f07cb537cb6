// Checks pages with axe. A full check takes as long as ten clicks, so tests that repeat a page check again only what differs.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const axe = readFileSync(AXE, "utf8");

/** The rules whose result depends on the colour scheme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Loads axe with each document of a page. Tests of many documents are faster with it. */
export const loadAxe = (page: Page) => page.addInitScript({ path: AXE });

/** Fails if axe reports serious or critical violations in the page, or in the element that a selector matches. */
export async function expectAccessible(page: Page, selector = "html") {
  const violations = await violationsOf(page, selector, {});
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  expect(serious).toEqual([]);
}

/** Fails if axe reports any violation in the page. */
export async function expectNoViolations(page: Page) {
  expect(await violationsOf(page, "html", {})).toEqual([]);
}

/** Fails if axe reports any violation that depends on colours, for a page that was checked with all rules in other colours. */
export async function expectContrast(page: Page) {
  expect(await violationsOf(page, "html", { runOnly: { type: "rule", values: COLOUR_RULES } })).toEqual([]);
}

async function violationsOf(page: Page, selector: string, options: object) {
  // The page's policy blocks an added script, so axe is evaluated.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(
    async ({ selector, options }) => {
      type AxeResults = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
      const { axe } = window as unknown as { axe: { run(selector: string, options: object): Promise<AxeResults> } };
      const { violations } = await axe.run(selector, { resultTypes: ["violations"], ...options });
      return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html }));
    },
    { selector, options },
  );
}
