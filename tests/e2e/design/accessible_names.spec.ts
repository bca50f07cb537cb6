// Accessible names as the browser computes them: a space or a sign separates all texts in a control.

import type { CDPSession, Page } from "@playwright/test";
import { menuButton, menuDialog } from "../pages/dialogs";
import { openAsNewPlayer } from "../support/players";
import { expect, ROUTES, test, waitForLoader } from "../support/test";

const ROLES = new Set(["button", "link", "tab", "switch", "checkbox", "menuitem", "radio"]);

interface AXNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly backendDOMNodeId?: number;
}
interface DOMNode {
  readonly nodeType: number;
  readonly nodeValue: string;
  readonly children?: readonly DOMNode[];
}

/** Returns the texts of a node in order. */
function textsOf(node: DOMNode): string[] {
  if (node.nodeType === 3) return node.nodeValue.trim() ? [node.nodeValue] : [];
  return (node.children ?? []).flatMap(textsOf);
}

/** Returns names in which two texts touch, or a letter touches a currency sign. A page that changes meanwhile is read again. */
async function namesWithoutSpaces(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  let violations: string[] = [];
  await expect(async () => {
    violations = await readNamesWithoutSpaces(client);
  }).toPass();
  await client.detach();
  return violations;
}

async function readNamesWithoutSpaces(client: CDPSession): Promise<string[]> {
  await client.send("DOM.getDocument", { depth: 0 });
  const { nodes } = (await client.send("Accessibility.getFullAXTree")) as { nodes: AXNode[] };
  const controls = nodes.filter(({ ignored, role }) => !ignored && ROLES.has(role?.value ?? ""));
  expect(controls.length).toBeGreaterThan(0);
  const violations: string[] = [];
  for (const { name, backendDOMNodeId } of controls) {
    const text = name?.value ?? "";
    if (/\p{L}[$€£]/u.test(text.replace(/\b[A-Z]{1,2}\$/g, ""))) violations.push(text);
    if (backendDOMNodeId === undefined) continue;
    const { node } = (await client.send("DOM.describeNode", { backendNodeId: backendDOMNodeId, depth: -1 })) as {
      node: DOMNode;
    };
    const parts = textsOf(node);
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1];
      if (next === undefined || !/[\p{L}\p{N}]$/u.test(part) || !/^[\p{L}\p{N}$€£]/u.test(next)) continue;
      if (text.includes(part.trim() + next.trim())) violations.push(text);
    }
  }
  return [...new Set(violations)];
}

test("names of buttons and links on every page have separate words", async ({ page }) => {
  test.slow();
  const violations: string[] = [];
  for (const route of Object.keys(ROUTES)) {
    await page.goto(route);
    await waitForLoader(page);
    violations.push(...(await namesWithoutSpaces(page)).map((name) => `${route}: ${name}`));
  }
  expect(violations).toEqual([]);
});

test.describe("for a player", () => {
  test.use({ player: "onalee" });

  test("names on account pages, coupons and cashier have separate words", { tag: "@smoke" }, async ({ page }) => {
    const violations: string[] = [];
    for (const route of [
      "/lobby/games/",
      "/lobby/promotions/",
      "/lobby/account/",
      "/lobby/account/preferences/",
      "/cashier/",
    ]) {
      await page.goto(route);
      await waitForLoader(page);
      violations.push(...(await namesWithoutSpaces(page)).map((name) => `${route}: ${name}`));
    }
    expect(violations).toEqual([]);
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, player: "" });

    test("the menu names Cashier and the balance separately", async ({ page }) => {
      await openAsNewPlayer(page, "ready");
      await page.goto("/info/faq/");
      await menuButton(page).click();
      const menu = menuDialog(page);
      await expect(menu.getByText(/^\$\d/)).toBeVisible();
      expect(await namesWithoutSpaces(page)).toEqual([]);
      await expect(menu.getByRole("button", { name: /^Cashier Your balance \$\d/ })).toBeVisible();
    });
  });
});
