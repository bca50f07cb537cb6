// Finds the tests that the names of `tests/run NAME...` mean. Prints a line `KIND<tab>PATH` for each: `unit` for Vitest, `browser` for
// Playwright, `rust` for a module of the integration tests.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const RUNTIME = "runtime";
/** Folders of unit tests in the runtime: those of its packages, and the others. */
const UNIT = ["casino/tests", "editor/tests", "loader/tests", "tests"];
const BROWSER = "tests/e2e";
const RUST = "generator/tests";
/** Largest number of edits between a wrong name and a suggestion, unless it contains the name. */
const MAX_EDITS = 2;
const MAX_SUGGESTIONS = 5;

/** Returns the files of a folder that match a pattern, with paths from that folder. */
const filesIn = (folder, pattern) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).filter(
    (path) => pattern.test(path) && !path.includes("node_modules"),
  );

/** Returns the names that select a test file: its folders with and without their parents, and itself with and without extension. */
function namesOf(path) {
  const folder = dirname(path);
  const parts = folder === "." ? [] : folder.split("/");
  // `coupons` selects `casino/coupons`, `loader` and `loader/prefetch` select `loader/prefetch`.
  const folders = parts.flatMap((_, end) => parts.slice(0, end + 1).map((__, start) => parts.slice(start, end + 1).join("/")));
  const file = basename(path);
  return [...folders, ...[path, file].flatMap((name) => [name, name.replace(/\.(spec|test)\.tsx?$/, "")])];
}

const unit = UNIT.flatMap((folder) =>
  filesIn(`${RUNTIME}/${folder}`, /\.test\.tsx?$/).map((path) => ({
    kind: "unit",
    path: `${folder}/${path}`,
    names: namesOf(folder === "tests" ? path : `${dirname(folder)}/${path}`),
    file: `${RUNTIME}/${folder}/${path}`,
  })),
);
const browser = filesIn(BROWSER, /\.spec\.ts$/).map((path) => ({ kind: "browser", path, names: namesOf(path), file: `${BROWSER}/${path}` }));
const modules = [...readFileSync(join(ROOT, RUST, "main.rs"), "utf8").matchAll(/^mod (\w+);/gm)].map(([, name]) => ({
  kind: "rust",
  path: name,
  names: [name],
  file: `${RUST}/${name}.rs`,
}));

/** Returns the tests that a name selects. A Rust module needs its path if it has the name of a feature. */
function select(name) {
  const path = relative(ROOT, join(process.cwd(), name));
  const matches = (test) => test.names.includes(name) || test.file === path || test.file.startsWith(`${path}/`);
  const inRuntime = [...unit, ...browser].filter(matches);
  return inRuntime.length > 0 ? inRuntime : modules.filter(matches);
}

/** Returns the number of insertions, deletions and replacements between two words. */
function edits(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...b].entries())
      next.push(Math.min(row[column + 1] + 1, next[column] + 1, row[column] + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}

const names = process.argv.slice(2);
const selected = new Map();
for (const name of names) {
  const tests = select(name);
  if (tests.length === 0) {
    const known = [...new Set([...unit, ...browser, ...modules].flatMap((test) => test.names))].sort();
    const near = known
      .filter((other) => edits(name, other) <= MAX_EDITS || (name.length > 3 && other.includes(name)))
      .sort((a, b) => edits(name, a) - edits(name, b))
      .slice(0, MAX_SUGGESTIONS);
    const hint = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "tests/run --help explains the names.";
    console.error(`tests/run: no feature, test file or Rust module is named ${name}. ${hint}`);
    process.exit(2);
  }
  for (const { kind, path } of tests) selected.set(`${kind}\t${path}`, true);
}
console.log([...selected.keys()].join("\n"));
