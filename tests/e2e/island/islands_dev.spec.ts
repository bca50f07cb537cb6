// `croupier dev` on a new site with an island: edits without a reload, and errors of the browser in the terminal and in the overlay.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { freePort, serve } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { createSite } from "../support/shared_sites";
import { expect, test } from "../support/test";

/** An event of `croupier dev --json`. */
interface Event {
  readonly event: string;
  readonly ok?: boolean;
  readonly code?: string;
  readonly severity?: string;
  readonly message?: string;
  readonly file?: string;
  readonly line?: number;
  readonly chain?: readonly string[];
  readonly rendered?: string;
}

const ISLAND = "src/islands/counter/island.tsx";
const STYLES = "src/islands/counter/counter.css";
const ABOUT = "content/about.md";
let folder = "";
let url = "";
let server: ChildProcess | undefined;
let events: Event[] = [];
const originals = new Map<string, string>();

// All tests use one installed site, and each one restores its files.
test.describe.configure({ mode: "default" });
// The errors of these tests are their subject.
test.use({ allowedErrors: /./ });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = join(await mkdtemp(join(tmpdir(), "croupier-dev-")), "site");
  await createSite(folder, "islands", ["--ci", "none"]);
  // The editor records its arguments.
  await writeFile(
    join(folder, "editor"),
    '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.opened.part"\nmv "$0.opened.part" "$0.opened"\n',
  );
  await chmod(join(folder, "editor"), 0o755);
  const settings = await readFile(join(folder, "site.toml"), "utf8");
  await writeFile(join(folder, "site.toml"), `${settings}\n[dev]\neditor = "${folder}/editor {file} {line}"\n`);
  for (const path of [ISLAND, STYLES, ABOUT]) originals.set(path, await readFile(join(folder, path), "utf8"));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = spawn(CROUPIER, ["dev", "--root", folder, "--port", String(port), "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (server.stdout)
    createInterface({ input: server.stdout }).on("line", (line) => events.push(JSON.parse(line) as Event));
  await expect
    .poll(() => events.some(({ event, ok }) => event === "build_finished" && ok), { timeout: 200_000 })
    .toBe(true);
});
test.afterAll(async () => {
  if (server) {
    const exited = new Promise((resolve) => server?.once("exit", resolve));
    server.kill("SIGTERM");
    await exited;
  }
  await rm(join(folder, ".."), { recursive: true, force: true });
});
test.afterEach(async () => {
  for (const [path, text] of originals) if ((await read(path)) !== text) await write(path, text);
});

const read = (path: string) => readFile(join(folder, path), "utf8");

/**
 * Writes a source in one step, as many editors do, and waits for the build of it, so that a page that is opened later gets no update of it.
 */
const write = (path: string, text: string) =>
  build(async () => {
    const hidden = join(folder, dirname(path), `.${basename(path)}.part`);
    await writeFile(hidden, text);
    await rename(hidden, join(folder, path));
  });

/** Changes sources and waits for the build. */
async function build(change: () => Promise<unknown>): Promise<void> {
  events = [];
  await change();
  await expect.poll(() => events.some(({ event }) => event === "build_finished"), { intervals: [50] }).toBe(true);
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await read(path);
  expect(text).toContain(from);
  await write(path, text.replace(from, to));
}

/** Returns the line of the island with a text, counted from 1. */
const lineOf = async (text: string) => (await read(ISLAND)).split(text)[0]?.split("\n").length;

const diagnostics = () => events.filter(({ event }) => event === "diagnostic");
const overlay = (page: Page) => page.locator("croupier-overlay");

/** Opens the home page with the counter hydrated, and marks the document to detect a reload. */
async function open(page: Page): Promise<void> {
  await page.goto(url);
  await expect(page.locator("main [data-island=counter]")).toHaveAttribute("data-hydrated", "");
  await page.evaluate(() => {
    document.documentElement.dataset.mark = "1";
  });
}

/** Expects that the document was not reloaded since `open`. */
const expectSame = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-mark", "1");
const expectReload = (page: Page) => expect(page.locator("html")).not.toHaveAttribute("data-mark");

test("an edit of a component shows without a reload and keeps its state", async ({ page }) => {
  await open(page);
  const counter = page.locator("main .counter");
  await counter.click();
  await expect(counter).toHaveText("Press me 4");
  await edit(ISLAND, "{label} <output", "{label}! <output");
  await expect(counter).toHaveText("Press me! 4");
  await expectSame(page);
  // The HTML of the server has the edit, too, so a reload shows the same.
  expect(await (await page.request.get(url)).text()).toContain("Press me<!-- -->! <output");
  await page.reload();
  await expect(counter).toHaveText("Press me! 3");
  await counter.click();
  await expect(counter).toHaveText("Press me! 4");
  expect(diagnostics()).toEqual([]);
});

test("an edit of a style sheet applies without a reload", async ({ page }) => {
  await open(page);
  const counter = page.locator("main .counter");
  await counter.click();
  await edit(STYLES, "min-height: 2.75rem;", "min-height: 99px;");
  await expect(counter).toHaveCSS("min-height", "99px");
  await edit(STYLES, "min-height: 99px;", "min-height: 98px;");
  await expect(counter).toHaveCSS("min-height", "98px");
  await expectSame(page);
  await expect(counter).toHaveText("Press me 4");
});

test("an edit that React cannot apply reloads the page", async ({ page }) => {
  await open(page);
  await edit(ISLAND, "export function Island", "export const unused = 1;\nexport function Island");
  await expectReload(page);
});

test("a syntax error shows in the overlay, and its fix needs no reload", async ({ page }) => {
  await open(page);
  const counter = page.locator("main .counter");
  await counter.click();
  await edit(ISLAND, "  return (", "  return ((");
  await expect(overlay(page).getByRole("heading", { name: "1 error" })).toBeVisible();
  await edit(ISLAND, "  return ((", "  return (");
  await edit(ISLAND, "{label} <output", "{label}? <output");
  await expect(overlay(page).getByRole("dialog")).toBeHidden();
  await expect(counter).toHaveText("Press me? 4");
  await expectSame(page);
});

test("CSS Modules and images are the same in HTML and in the browser, and a missing package is reported at its import", async ({
  page,
}) => {
  await write("src/islands/counter/box.module.css", ".box { outline: 3px solid rgb(1, 2, 3); }\n");
  await write("src/islands/counter/dot.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>\n');
  const island = await read(ISLAND);
  const imports = 'import styles from "./box.module.css";\nimport dot from "./dot.svg";\n';
  const edited = island.replace("{label} <output", '<img className={styles.box} src={dot} alt="" />{label} <output');
  await write(ISLAND, imports + edited);
  await open(page);
  const image = page.locator("main .counter img");
  await expect(image).toHaveCSS("outline-width", "3px");
  expect((await page.request.get(new URL((await image.getAttribute("src")) ?? "", url).href)).status()).toBe(200);
  await edit("src/islands/counter/box.module.css", "3px", "5px");
  await expect(image).toHaveCSS("outline-width", "5px");
  await expectSame(page);
  expect(diagnostics()).toEqual([]);

  await write(ISLAND, `import { pad } from "left-padd";\n${edited.replace("{label} <output", "{pad(label)} <output")}`);
  await expect(overlay(page)).toContainText("package `left-padd` is not installed");
  expect(diagnostics()).toContainEqual(expect.objectContaining({ code: "C0310", file: ISLAND, line: 1 }));
});

test("an error in an event handler is reported with its line, once until the next build", async ({ page }) => {
  await edit(ISLAND, "onClick={() => setCount(count + 1)}", 'onClick={() => { throw new Error("boom"); }}');
  await open(page);
  await page.locator("main .counter").click();
  await expect(overlay(page).getByRole("heading", { name: "1 error" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("main .counter").click();
  await expect.poll(() => diagnostics().length).toBe(1);
  const [error] = diagnostics();
  expect(error).toMatchObject({ severity: "error", code: "C0601", message: "boom", file: ISLAND });
  expect((await read(ISLAND)).split("\n")[(error?.line ?? 0) - 1]).toContain("boom");
  expect(error?.rendered).toContain('throw new Error("boom")');
});

test("a query that the call of an island does not pass is a warning at the component", async ({ page }) => {
  const island = await read(ISLAND);
  const query = 'useQuery<string>("prices")';
  const edited = island.replace("{label} <output", `{${query}}{label} <output`);
  await write(ISLAND, `import { useQuery } from "@croupier/loader/queries";\n${edited}`);
  await open(page);
  await expect(overlay(page).getByRole("button", { name: "1 warning" })).toBeVisible();

  const line = await lineOf(query);
  expect(diagnostics()).toEqual([expect.objectContaining({ severity: "warning", code: "C0601", file: ISLAND, line })]);
  expect(diagnostics()[0]?.message).toContain('`queries=["prices"]`');
});

test("a request that the policy blocks is one error with the key that allows its host", async ({ page }) => {
  const request = 'fetch("https://api.example/x?y=1")';
  await edit(ISLAND, "onClick={() => setCount(count + 1)}", `onClick={() => void ${request}}`);
  await open(page);
  await page.locator("main .counter").click();
  await expect(overlay(page).getByRole("heading", { name: "1 error" })).toBeVisible();
  await expect(overlay(page)).toContainText('`connect = ["https://api.example"]`');
  const line = await lineOf(request);
  expect(diagnostics()).toEqual([expect.objectContaining({ severity: "error", code: "C0604", file: ISLAND, line })]);

  // A rejection that comes later has a cause of its own.
  await page.evaluate(() => setTimeout(() => void Promise.reject(new TypeError("too late")), 0));
  await expect(overlay(page).getByRole("heading", { name: "2 errors" })).toBeVisible();
  expect(diagnostics().map(({ code }) => code)).toEqual(["C0604", "C0601"]);
});

test("inline styles are reported unless an npm package sets them", async ({ page }) => {
  await open(page);
  const violate = (script: string) =>
    page.evaluate((sourceFile) => {
      const event = {
        documentURI: document.URL,
        violatedDirective: "style-src-attr",
        effectiveDirective: "style-src-attr",
        originalPolicy: "",
        disposition: "enforce",
        blockedURI: "inline",
        sourceFile,
        statusCode: 200,
      } as const;
      document.dispatchEvent(new SecurityPolicyViolationEvent("securitypolicyviolation", event));
    }, `${url}/assets/${script}`);
  await violate("croupier_packages.js");
  await violate("croupier_modules.js");
  await expect(overlay(page).getByRole("heading", { name: "1 error" })).toBeVisible();
  expect(diagnostics()).toEqual([expect.objectContaining({ code: "C0604", severity: "error" })]);
});

test("an inline style of a page is a warning, as in the build", async ({ page }) => {
  const style = '\n<div style="height: 30px">Styled</div>\n';
  await write(ABOUT, (await read(ABOUT)) + style);
  expect(diagnostics().map(({ code, severity }) => [code, severity])).toEqual([["C0213", "warning"]]);
  await open(page);
  await page.getByRole("link", { name: "About" }).first().click();
  await expect(page.getByText("Styled", { exact: true })).toBeVisible();
  for (const load of [() => Promise.resolve(), () => page.reload()]) {
    await load();
    await expect(overlay(page).getByRole("button", { name: "2 warnings" })).toBeVisible();
    await expect(overlay(page).getByRole("dialog")).toBeHidden();
  }
  expect(diagnostics().map(({ severity }) => severity)).toEqual(["warning", "warning"]);
});

test("an edit of a component shows on the next page, although it is in memory", async ({ page }) => {
  await write(ABOUT, `${await read(ABOUT)}\n{{ island("counter", label="About") }}\n`);
  await open(page);
  const prefetched = page.waitForResponse(/page-data\/about\//);
  await page.getByRole("link", { name: "About" }).first().hover();
  await prefetched;
  await edit(ISLAND, "{label} <output", "{label} edited <output");
  await expect(page.locator("main .counter")).toContainText("edited");
  await expect.poll(() => events.some(({ event }) => event === "build_finished")).toBe(true);
  await page.getByRole("link", { name: "About" }).first().click();
  await expect(page.locator("main .counter")).toContainText("About edited");
  await page.locator("main .counter").click();
  await expect(page.locator("main .counter output")).toHaveText("1");
  expect(diagnostics()).toEqual([]);
});

test("an error while a component renders has its component stack", async ({ page }) => {
  await edit(ISLAND, "  return (", '  if (count > 3) throw new TypeError("too many");\n  return (');
  await open(page);
  await page.locator("main .counter").click();
  await expect(overlay(page).getByText("TypeError: too many").first()).toBeVisible();
  const [error] = diagnostics();
  expect(error).toMatchObject({ severity: "error", code: "C0601", file: ISLAND });
  expect(error?.chain?.[0]).toMatch(/^<Island> at src\/islands\/counter\/island\.tsx:\d+$/);
  // React has removed the island, so the next edit reloads the page.
  await edit(ISLAND, "count > 3", "count > 4");
  await expectReload(page);
});

test("a hydration mismatch is one error at the element, although two islands have it", async ({ page }) => {
  const side = 'typeof window === "undefined" ? "server" : "browser"';
  await edit(ISLAND, "{label} <output", `<i>{label}</i>\n<b>{${side}}</b> <output`);
  await page.goto(url);
  await expect(overlay(page).getByRole("heading", { name: /Hydration failed/ })).toBeVisible();
  // The header has the second counter.
  await expect(page.locator("header [data-island=counter]")).toHaveAttribute("data-hydrated", "");
  await expect(overlay(page).getByRole("heading", { name: "1 error" })).toBeVisible();
  await expect(overlay(page).getByRole("heading", { name: /Hydration failed/ })).toHaveCount(1);
  const line = await lineOf("<b>{typeof window");
  expect(diagnostics()).toEqual([
    expect.objectContaining({ severity: "error", code: "C0602", file: ISLAND, line, count: 1 }),
  ]);
});

test("HTML that the build renders is no error, and a policy converts other HTML", async ({ page }) => {
  const fixed = '<span dangerouslySetInnerHTML={{ __html: "<u>Sum</u>" }} />';
  const changed = '<b dangerouslySetInnerHTML={{ __html: policy.createHTML("<i>" + count + "</i>") }} />';
  const imported = 'import { createPolicy, unchanged } from "@croupier/loader/browser";';
  const policy = 'const policy = createPolicy("croupier", { createHTML: unchanged });';
  const island = originals.get(ISLAND)?.replace("<output", `${fixed}${changed}<output`);
  await write(ISLAND, `${imported}\n${policy}\n${island}`);
  await open(page);
  const counter = page.locator("main .counter");
  await expect(counter.locator("u")).toHaveText("Sum");
  await expect(counter.locator("i")).toHaveText("3");
  await counter.click();
  await expect(counter.locator("i")).toHaveText("4");
  expect(diagnostics()).toEqual([]);
});

test("an attribute that differs is a warning at the element", async ({ page }) => {
  await edit(ISLAND, "{label} <output", '<i\ntitle={typeof window === "undefined" ? "a" : "b"}>{label}</i> <output');
  await open(page);
  await expect(overlay(page).getByRole("button", { name: "1 warning" })).toBeVisible();
  const line = await lineOf("<i\n");
  expect(diagnostics()).toEqual([expect.objectContaining({ severity: "warning", code: "C0602", file: ISLAND, line })]);
});

test("a hook in a condition is one error at the hook", async ({ page }) => {
  await edit(ISLAND, "import { useState }", "import { useEffect, useState }");
  await edit(ISLAND, "  return (", "  if (count > 3)\n    useEffect(() => {});\n  return (");
  await open(page);
  await page.locator("main .counter").click();
  await expect(overlay(page).getByRole("heading", { name: "1 error", exact: true })).toBeVisible();
  await expect(overlay(page).locator("pre", { hasText: "Previous render" })).toBeVisible();
  const line = await lineOf("useEffect(() => {})");
  expect(diagnostics()).toEqual([expect.objectContaining({ severity: "error", code: "C0601", file: ISLAND, line })]);
  expect(diagnostics()[0]?.rendered).toContain("call the hooks of a component in the same order");
});

test("hooks in another order are one warning at the hook", async ({ page }) => {
  await edit(ISLAND, "import { useState }", "import { useCallback, useMemo, useState }");
  await edit(
    ISLAND,
    "  return (",
    "  if (count > 3) useMemo(() => 1, []);\n  else useCallback(() => 1, []);\n  return (",
  );
  await open(page);
  await page.locator("main .counter").click();
  await expect(overlay(page).getByRole("button", { name: "1 warning" })).toBeVisible();
  const line = await lineOf("useMemo(() => 1");
  expect(diagnostics()).toEqual([expect.objectContaining({ severity: "warning", code: "C0603", file: ISLAND, line })]);
});

test("a misspelled export is one error, which open pages do not run", async ({ page }) => {
  const format = "src/islands/counter/format.ts";
  await write(format, "export const format = (text: string) => text.trim();\n");
  const island = await read(ISLAND);
  const withName = (name: string) =>
    `import { ${name} } from "./format";\n${island.replace("{label} <output", `{${name}(label)} <output`)}`;
  await open(page);
  const counter = page.locator("main .counter");
  await counter.click();
  await write(ISLAND, withName("formatt"));
  await expect(overlay(page).getByRole("heading", { name: "1 error", exact: true })).toBeVisible();
  await expect(counter).toHaveText("Press me 4");
  await expect.poll(() => events.some(({ event }) => event === "types_checked")).toBe(true);
  expect(diagnostics()).toEqual([expect.objectContaining({ code: "C0310", file: ISLAND, line: 1 })]);
  // Open pages get the edits of the build that failed with the next one.
  await write(ISLAND, withName("format").replace("</output>", "!</output>"));
  await expect(overlay(page).getByRole("dialog")).toBeHidden();
  await expect(counter).toHaveText("Press me 4!");
  await expectSame(page);
  await write(
    ISLAND,
    `import { useStat } from "react";\n${island.replace("{label} <output", "{useStat(label)} <output")}`,
  );
  expect(diagnostics()).toEqual([
    expect.objectContaining({ code: "C0310", file: ISLAND, line: 1, hint: "did you mean `useState`?" }),
  ]);
  await write(ISLAND, withName("format"));
  await expect(counter).toHaveText("Press me 4");
  // An export that is renamed fails in its importer.
  await write(format, "export const trimmed = (text: string) => text.trim();\n");
  await expect(overlay(page).getByRole("heading", { name: "1 error", exact: true })).toBeVisible();
  await expect(counter).toHaveText("Press me 4");
  await expectSame(page);
});

test("an error on the server and in the browser is reported once", async ({ page }) => {
  await open(page);
  await edit(ISLAND, "  return (", '  if (label) throw new Error("boom");\n  return (');
  await expect(overlay(page).getByRole("heading", { name: "1 error", exact: true })).toBeVisible();
  expect(diagnostics()).toEqual([expect.objectContaining({ code: "C0311", file: ISLAND })]);
  await expect(page.locator("main [data-island=counter]")).not.toHaveAttribute("data-hydrated");
  await expect(overlay(page).getByRole("heading", { name: "1 error", exact: true })).toBeVisible();
  expect(diagnostics()).toHaveLength(1);
});

test("variables and classes that do not exist are warnings, once and without a reload", async ({ page }) => {
  await write("src/islands/counter/box.module.css", ".title { color: red; }\n");
  await open(page);
  const edited = (await read(ISLAND)).replace(
    "{label} <output",
    "<b className={styles.titel}>{import.meta.env.SECRET ?? label}</b> <output",
  );
  await write(ISLAND, `import styles from "./box.module.css";\n${edited}`);
  await expect(overlay(page).getByRole("button", { name: "2 warnings" })).toBeVisible();
  await expect.poll(() => events.some(({ event }) => event === "types_checked")).toBe(true);
  const line = await lineOf("styles.titel");
  expect(diagnostics()).toEqual([
    expect.objectContaining({ severity: "warning", code: "C0315", file: ISLAND, line }),
    expect.objectContaining({ severity: "warning", code: "C0313", file: ISLAND, line }),
  ]);
  expect(diagnostics()[0]?.rendered).toContain("did you mean `title`?");
  await expectSame(page);
});

test("a component can have the names that the development bundle uses", async ({ page }) => {
  const details = "src/islands/counter/details.ts";
  await write(details, 'export const details = "Details";\n');
  const island = `import { useState } from "react";
const moduleUrl = "own";
const load = async () => \`\${(await import("./details")).details} \${moduleUrl}\`;
export function Island(_: { readonly label: string; readonly start?: number }) {
  const [text, setText] = useState("Load");
  return <button type="button" onClick={() => load().then(setText, (error) => setText(String(error)))}>{text}</button>;
}
`;
  await write(ISLAND, island);
  await open(page);
  await page.getByRole("main").getByRole("button", { name: "Load" }).click();
  await expect(page.getByRole("main").getByRole("button", { name: "Details own" })).toBeVisible();
  await build(() => rm(join(folder, details)));
});

test("`await` outside of functions is one error, as in a build", async () => {
  await write(ISLAND, `export const one = await Promise.resolve(1);\n${await read(ISLAND)}`);
  const expected = { code: "C0305", file: ISLAND, line: 1 };
  expect(diagnostics()).toEqual([expect.objectContaining(expected)]);
  expect(diagnostics()[0]?.message).toBe("islands do not support `await` outside of functions");
});

test("packages that the user installs are not installed again", async ({ page }) => {
  const run = promisify(execFile);
  const source = join(folder, "..", "pad");
  await mkdir(source);
  await writeFile(join(source, "package.json"), '{ "name": "pad", "version": "1.0.0", "main": "index.js" }');
  await writeFile(join(source, "index.js"), 'exports.pad = (text) => "<" + text + ">";\n');
  await run("npm", ["pack"], { cwd: source });
  const edited = (await read(ISLAND)).replace("{label} <output", "{pad(label)} <output");
  await write(ISLAND, `// @ts-expect-error: without types\nimport { pad } from "pad";\n${edited}`);
  expect(diagnostics()).toEqual([expect.objectContaining({ code: "C0310", file: ISLAND, line: 2 })]);
  const mark = join(folder, "node_modules", ".not-replaced");
  await writeFile(mark, "");
  events = [];
  await run("npm", ["install", "--no-audit", "--no-fund", "../pad/pad-1.0.0.tgz"], { cwd: folder });
  await expect
    .poll(() => events.some(({ event, ok }) => event === "build_finished" && ok), { timeout: 60_000 })
    .toBe(true);
  await open(page);
  await expect(page.locator("main .counter")).toHaveText("<Press me> 3");
  // `npm ci` replaces the folder.
  expect(existsSync(mark)).toBe(true);
});

test("a missing key is a warning, which does not cover the page", async ({ page }) => {
  await edit(ISLAND, "{label} <output", "{[label].map((it) => <b>{it}</b>)} <output");
  await open(page);
  const badge = overlay(page).getByRole("button", { name: "1 warning" });
  await expect(badge).toBeVisible();
  expect(diagnostics()[0]).toMatchObject({ severity: "warning", code: "C0603", file: ISLAND });
  expect(diagnostics()[0]?.message).toContain('unique "key" prop');
  await badge.click();
  await expect(overlay(page).getByRole("dialog", { name: "1 warning" })).toBeVisible();
});

test("a warning of the build is a button, and its help fits on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const text = await read(ABOUT);
  await write(ABOUT, `${text}\n{{ nothing }}\n`);
  await expectReload(page);
  await overlay(page).getByRole("button", { name: "1 warning" }).click();
  const help = overlay(page).locator("pre", { hasText: "= help: call a macro" });
  await expect(help).toBeVisible();
  expect(await help.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  await write(ABOUT, text);
  await expect(overlay(page).getByRole("dialog")).toBeHidden();
});

test("a location opens the editor, and the overlay fits on a phone and closes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await edit(ISLAND, "onClick={() => setCount(count + 1)}", 'onClick={() => { throw new Error("boom"); }}');
  await open(page);
  await page.locator("main .counter").click();
  const dialog = overlay(page).getByRole("dialog");
  await expect(dialog).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await dialog
    .getByRole("button", { name: `${ISLAND}:` })
    .first()
    .click();
  await expect.poll(() => read("editor.opened").catch(() => "")).toMatch(new RegExp(`^${folder}/${ISLAND}\n\\d+\n$`));
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});

test("other builds contain neither React's checks nor source maps, in the same output folder too", async () => {
  const run = promisify(execFile);
  const site = ["--root", folder];
  await run(CROUPIER, ["build", "--preview", ...site]);
  await run(CROUPIER, ["build", ...site, "--profile", "production", "--base-url", "https://www.winter.se"]);
  for (const out of [".croupier/preview", "public"]) {
    const scripts = (await readdir(join(folder, out, "assets"))).filter((file) => file.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(3);
    const texts = await Promise.all(scripts.map((file) => read(join(out, "assets", file))));
    for (const text of texts) expect(text).not.toMatch(/jsxDEV|sourceMappingURL|croupierModules/);
  }
});

test("in production, an error that ends an island is in the console, unless the site takes the event", async ({
  page,
}) => {
  const run = promisify(execFile);
  await edit(ISLAND, "  return (", '  if (count > 3) throw new Error("too many");\n  return (');
  const site = ["--root", folder, "--profile", "production", "--base-url", "https://www.winter.se"];
  await run(CROUPIER, ["build", ...site]);
  const port = await freePort();
  const production = await serve(folder, join(folder, "public"), port);
  const messages: string[] = [];
  page.on("console", (message) => message.type() === "error" && messages.push(message.text()));
  for (const isTaken of [false, true]) {
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.evaluate((isTaken) => {
      document.addEventListener("croupier:fault", (event) => {
        document.body.dataset.fault = (event as CustomEvent<{ error: Error }>).detail.error.message;
        if (isTaken) event.preventDefault();
      });
    }, isTaken);
    messages.length = 0;
    await page.locator("main .counter").click();
    await expect(page.locator("body")).toHaveAttribute("data-fault", "too many");
    expect(messages.filter((text) => text.includes("too many"))).toHaveLength(isTaken ? 0 : 1);
  }
  production.kill("SIGTERM");
});
