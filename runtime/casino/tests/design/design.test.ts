// Rules of the style sheets: named colors and layers, and sufficient contrast.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const CASINO = fileURLToPath(new URL("../..", import.meta.url));
const SITE = fileURLToPath(new URL("../../../..", import.meta.url));

function files(ending: RegExp): readonly (readonly [name: string, text: string])[] {
  return readdirSync(CASINO, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => [name, readFileSync(join(CASINO, name), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")] as const);
}

const sheets = files(/\.css$/).filter(([name]) => name !== "design/tokens.css");
const tokens = readFileSync(join(CASINO, "design/tokens.css"), "utf8");

/** Returns the lines of the style sheets that match, with their file. */
function lines(rule: RegExp): string[] {
  return sheets.flatMap(([name, text]) =>
    text
      .split("\n")
      .filter((line) => rule.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
}

test("only tokens.css contains colors", () => {
  expect(lines(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|lab|lch|color)a?\(|:\s*(white|black|red|gr[ae]y)\b/i)).toEqual(
    [],
  );
});

test("style sheets use semantic color tokens only", () => {
  expect(lines(/var\(--(ink|paper|amber|vermilion|jade|alarm)/)).toEqual([]);
});

test("every z-index uses a named layer", () => {
  expect(lines(/z-index:(?!\s*var\(--layer-)/)).toEqual([]);
});

test("style sheets use logical start and end properties", () => {
  expect(lines(/(margin|padding|border)-(left|right)|text-align:\s*(left|right)|^\s*(left|right|top|bottom):/)).toEqual(
    [],
  );
});

test("every used token is declared in tokens.css or in the same sheet", () => {
  const declaredIn = (text: string) => [...text.matchAll(/^\s*(--[\w-]+):/gm)].map((match) => match[1]);
  const undeclared = sheets.flatMap(([name, text]) => {
    const declared = new Set([...declaredIn(tokens), ...declaredIn(text)]);
    const used = [...text.matchAll(/var\((--[\w-]+)/g)].map((match) => match[1]);
    return used.filter((token) => !declared.has(token)).map((token) => [name, token]);
  });
  expect(undeclared).toEqual([]);
});

/** Returns the color of a token, resolving references to other tokens. */
function color(token: string): string {
  const value = new RegExp(`${token}:\\s*([^;]+);`).exec(tokens)?.[1] ?? "";
  const named = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return named ? color(named) : value;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((index) => Number.parseInt(hex.slice(index, index + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(color(first)), luminance(color(second))].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const BACKGROUNDS = ["--ground", "--ground-deep", "--surface", "--surface-high", "--field-ground"];

test.each(BACKGROUNDS)("the edge of a field has a contrast of 3 to 1 on %s (WCAG 1.4.11)", (ground) => {
  expect(contrast("--field-edge", ground)).toBeGreaterThanOrEqual(3);
});

test.each(BACKGROUNDS)("text and accents have a contrast of 4.5 to 1 on %s (WCAG 1.4.3)", (ground) => {
  for (const token of ["--text", "--text-dim", "--text-faint", "--accent", "--danger", "--positive"])
    expect(contrast(token, ground), token).toBeGreaterThanOrEqual(4.5);
});

test("labels of filled buttons have a contrast of 4.5 to 1", () => {
  expect(contrast("--on-accent", "--accent")).toBeGreaterThanOrEqual(4.5);
});

test("the theme color equals the background color", () => {
  const shell = readFileSync(join(SITE, "pages/shell.html"), "utf8");
  expect(/name="theme-color" content="([^"]+)"/.exec(shell)?.[1]).toBe(color("--ground"));
});

test("no component writes a URL without the base path", () => {
  const violations = files(/\.tsx$/).flatMap(([name, text]) =>
    [...text.matchAll(/\b(?:href|action|src)=(?:"|\{["'`])\/(?!\/)[^"'`]*/g)].map((match) => `${name}: ${match[0]}`),
  );
  expect(violations).toEqual([]);
});
