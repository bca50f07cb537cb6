// Makes mistakes of developers in a site of Croupier, a Vite app and an Astro site, and grades what each development server reports.
//
//   npm ci --prefix tests/bench/mistakes
//   node tests/bench/mistakes/run.mjs OUT [--only syntax,key] [--tools croupier,vite]
//
// OUT gets the text of the terminal, the overlay and the console, Croupier's events, and two screenshots of each report. The tables also
// show the results of earlier runs in OUT. CROUPIER and CHROMIUM are paths of binaries, and PORT_BASE is the first of four ports.

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { mapLocations, recordConsole } from "./browser.mjs";
import { gradeAll } from "./grade.mjs";
import { MISTAKES } from "./mistakes.mjs";
import { printDetails, printShort } from "./table.mjs";
import { createSites, pause, startServer, TOOLS, versions } from "./tools.mjs";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Milliseconds: until an edit must show, until a developer reloads a silent page, until a report counts as missing. */
const EDIT_TIMEOUT = 15_000;
const SILENCE = 4_000;
const REPORT_TIMEOUT = 8_000;
/** Milliseconds from the first report of a mistake until the other ones are there. */
const SETTLE = 2_500;
/** A line of the terminal that only says that a file has changed. */
const CHANGE = /\[watch\]|\bhmr update\b|\bpage reload\b/;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, tools: { type: "string" } },
});
const [out] = positionals;
if (!out) {
  console.error("Name the folder for the reports: node run.mjs OUT");
  process.exit(2);
}
const selected = (list, key, names) => list.filter((it) => !names || names.split(",").includes(it[key]));
const mistakes = selected(MISTAKES, "id", values.only);
const tools = selected(TOOLS, "name", values.tools);

await mkdir(out, { recursive: true });
const resultsFile = join(out, "results.json");
const results = JSON.parse(await readFile(resultsFile, "utf8").catch(() => "{}"));
// The sites of Vite and Astro find their packages in a parent folder. Croupier's starter installs its own ones.
const inside = join(dirname(fileURLToPath(import.meta.url)), "sites.tmp");
const outside = await mkdtemp(join(tmpdir(), "croupier-mistakes-"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  await rm(inside, { recursive: true, force: true });
  await createSites(outside, inside);
  for (const tool of tools) await runTool(tool);
} finally {
  await browser.close();
  for (const folder of [inside, outside]) await rm(folder, { recursive: true, force: true });
}
const made = MISTAKES.filter(({ id }) => results[id]);
const grades = Object.fromEntries(made.map((mistake) => [mistake.id, gradeAll(mistake, results[mistake.id])]));
printDetails(made, grades);
console.log();
printShort(made, grades, await versions());

/** Makes all mistakes with one development server. */
async function runTool(tool) {
  const root = join(tool.folder === "croupier" ? outside : inside, tool.folder);
  const server = await startServer(tool, root);
  try {
    const page = await (await browser.newContext({ viewport: DESKTOP })).newPage();
    const recorder = await recordConsole(page);
    const session = { tool, root, server, page, recorder };
    await openClean(session);
    for (const mistake of mistakes) {
      if (mistake.without?.includes(tool.folder)) continue;
      console.error(`${tool.name}: ${mistake.name}`);
      const result = await make(session, mistake);
      results[mistake.id] = { ...results[mistake.id], [tool.name]: result };
      await writeFile(resultsFile, JSON.stringify(results, undefined, 2));
    }
    await page.context().close();
  } finally {
    await server.stop();
  }
}

/** Makes a mistake, waits for its reports, writes them to files, and restores the site. */
async function make(session, mistake) {
  const { tool, root, server, page, recorder } = session;
  const start = server.log().length;
  recorder.clear();
  const terminal = () =>
    server
      .log()
      .slice(start)
      .replace(/.*\n/g, (line) => (CHANGE.test(line) ? "" : line));
  const readPage = (isOpened) => page.evaluate(tool.readOverlay, isOpened).catch(() => "");
  const isReported = async () =>
    [terminal(), await readPage(false), ...recorder.messages()].some((it) => mistake.report.test(it));

  const edits = await planEdits(tool, root, mistake);
  let since = Date.now();
  for (const { path, text } of edits) await writeFile(path, text);
  let hasReport = false;
  const reported = async () => {
    hasReport ||= await isReported();
    return hasReport;
  };
  if (mistake.act) await until(async () => (await reported()) || (await isEditShown(session, mistake)), EDIT_TIMEOUT);
  else await until(reported, SILENCE);
  if (!hasReport) {
    since = Date.now();
    // The page may have neither the button nor a document any more.
    const action = mistake.act === "click" ? page.click("main .counter", { timeout: 2_000 }) : page.goto(server.url);
    await action.catch(() => {});
    await until(reported, REPORT_TIMEOUT);
  }
  const seconds = (Date.now() - since) / 1000;
  if (hasReport) await pause(SETTLE);

  const overlay = await readPage(true);
  const log = await mapLocations(recorder.messages().join("\n\n"), server.url);
  const text = { terminal: terminal(), page: overlay, console: log };
  await save(session, mistake, text);
  const where = locate(edits, mistake);
  await restore(session, edits);
  return { text, where, seconds };
}

/** Returns the files of a mistake with their texts before and after it. A new file has no text before. */
async function planEdits(tool, root, { id, component, styles, page, files }) {
  const folder = dirname(tool.component);
  const edited = [
    // The mark shows that a page has the edit.
    [tool.component, component && [...component, ['className="counter"', `className="counter" data-edit="${id}"`]]],
    [`${folder}/counter.css`, styles],
    [tool.page, page?.[tool.folder]],
  ].filter(([, replacements]) => replacements);
  const added = Object.entries(files ?? {}).map(([name, text]) => ({ path: join(root, folder, name), text }));
  const changed = edited.map(async ([file, replacements]) => {
    const path = join(root, file);
    const before = await readFile(path, "utf8");
    const text = replacements.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
      return text.replace(from, () => to);
    }, before);
    return { path, file, before, text };
  });
  return [...added, ...(await Promise.all(changed))];
}

/** Returns the file and the line that a report must name. */
function locate(edits, { at }) {
  const { file, text } = edits.find((it) => it.file && it.text.includes(at));
  return { file, line: text.split("\n").findIndex((it) => it.includes(at)) + 1 };
}

/** Whether the page, or for a load its HTML, has the edit. */
async function isEditShown({ server, page, tool }, { id, act }) {
  const mark = `data-edit="${id}"`;
  if (act === "load" && tool.folder !== "vite") return (await (await fetch(server.url)).text()).includes(mark);
  return (await page.locator(`main [${mark}]`).count()) > 0;
}

async function save({ tool, page }, { id }, { terminal, page: overlay, console: log }) {
  const file = (end) => join(out, id, `${tool.folder}${end}`);
  await mkdir(join(out, id), { recursive: true });
  if (tool.name === "croupier-json") return writeFile(file(".jsonl"), terminal);
  await writeFile(file(".txt"), `Terminal\n\n${terminal}\n\nPage\n\n${overlay}\n\nConsole\n\n${log}\n`);
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.screenshot({ path: file(`-${viewport.width}.png`) });
  }
  await page.setViewportSize(DESKTOP);
}

/** Restores the files, and waits until the server shows the site without the mistake. */
async function restore(session, edits) {
  for (const { path, before } of edits) if (before !== undefined) await writeFile(path, before);
  for (const { path, before } of edits) if (before === undefined) await rm(path);
  await openClean(session);
}

/** Opens the page until it has neither edits nor reports and its component is hydrated. */
async function openClean({ tool, server, page }) {
  const isClean = async () => {
    await page.goto(server.url).catch(() => {});
    await page.waitForFunction(tool.isHydrated, undefined, { timeout: 3_000 });
    const isEdited = (await page.content()).includes("data-edit=");
    return !isEdited && (await page.evaluate(tool.readOverlay, false)) === "";
  };
  if (!(await until(() => isClean().catch(() => false), 60_000, 500)))
    throw new Error(`${tool.name} does not recover:\n${server.log().slice(-3_000)}`);
}

/** Waits until a condition holds, at most for a time in milliseconds. Returns whether it holds. */
async function until(holds, timeout, interval = 50) {
  for (const start = Date.now(); Date.now() - start < timeout; await pause(interval)) if (await holds()) return true;
  return false;
}
