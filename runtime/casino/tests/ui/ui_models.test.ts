// Pure functions of the user interface: icon names, allowed links, plain text, keyboard control of tabs, and the position of tooltips.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { nextTab } from "../../ui/controls/tabs";
import { allowedHref, textOf } from "../../ui/display/safe_html";
import { tooltipPosition } from "../../ui/tooltip/tooltip";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");

/** Returns the members of a union type in a source file. */
function union(path: string, type: string): string[] {
  const text = new RegExp(`type ${type} =([^;]+);`).exec(read(path))?.[1] ?? "";
  return [...text.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "").sort();
}

/** Returns the symbol names of a sprite. */
function symbols(path: string, prefix: string): string[] {
  return [...read(path).matchAll(/<symbol id="([^"]+)"/g)].map((match) => (match[1] ?? "").replace(prefix, "")).sort();
}

test("the icon names equal those of the sprite", () => {
  expect(union("casino/ui/display/content.tsx", "IconName")).toEqual(symbols("../pages/macros/icons.svg", "icon--"));
});

test("the picture names equal those of the sprite", () => {
  expect(union("casino/coupons/card/card_parts.tsx", "Motif")).toEqual(symbols("casino/design/art.svg", ""));
});

const HERE = "https://casino.example/info/faq/";

// Rows: 2.9-04
test.each([
  ["https://example.com/a?b#c", "https://example.com/a?b#c"],
  ["HTTPS://example.com/", "https://example.com/"],
  ["mailto:help@example.com", "mailto:help@example.com"],
  ["/info/terms/?a=1#b", "/info/terms/?a=1#b"],
])("a description may link to %s", (href, expected) => {
  expect(allowedHref(href, HERE)).toBe(expected);
});

// Rows: 2.9-04
test.each([
  "",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "blob:https://casino.example/1",
  "http://example.com/",
  "//example.com/",
  "/\\example.com/",
  "\\\\example.com/",
  "/.//example.com/",
  "/a/..//example.com/",
  "https://casino.example@example.com/",
  "https://",
  "relative/path",
  "#fragment",
  "tel:123",
])("a description may not link to %j", (href) => {
  expect(allowedHref(href, HERE)).toBeUndefined();
});

test("without a browser a description becomes plain text", () => {
  expect(textOf("<p>Play <b>through</b> 30&nbsp;times.</p><p>Slots &amp; keno<br>only &lt; $10</p>")).toBe(
    "Play through 30\u00a0times. Slots & keno only < $10",
  );
  expect(textOf("&amp;lt;script&gt;")).toBe("&lt;script>");
  expect(textOf("an open <tag")).toBe("an open");
});

test("arrow keys cycle through tabs, Home and End go to the ends", () => {
  expect(["ArrowRight", "ArrowLeft", "Home", "End", "Enter"].map((key) => nextTab(key, 2, 3))).toEqual([
    0,
    1,
    0,
    2,
    undefined,
  ]);
  expect(nextTab("ArrowLeft", 0, 3)).toBe(2);
});

test("a tooltip is above, or below without space, and within the screen", () => {
  const rectAt = (left: number, top: number) => ({ left, top, bottom: top + 20, width: 20, height: 20 });
  const bubbleSize = { width: 100, height: 40 };
  expect(tooltipPosition(rectAt(200, 300), bubbleSize, 400)).toEqual({ x: 160, y: 252 });
  expect(tooltipPosition(rectAt(0, 10), bubbleSize, 400)).toEqual({ x: 8, y: 38 });
  expect(tooltipPosition(rectAt(390, 300), bubbleSize, 400)).toEqual({ x: 292, y: 252 });
});
