// The specification is consistent, all citations resolve, tests cover all rows, and the site has no features beyond it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const FOLDER = "docs/content/casino/specification";

/** A row or decision of the specification. */
export interface Entry {
  readonly id: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** Everything between this heading and the next one. */
  readonly text: string;
}

/** A reference to a row or decision outside the specification. */
export interface Citation {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** Whether it says that a test covers the row. */
  readonly isCoverage: boolean;
}

const ROW = String.raw`\d(?:\.\d{1,2})?-\d{2}(?![\w-])`;
const DECISION = String.raw`A\d{1,3}(?!\w)`;
const SECTION = String.raw`\d\.\d{1,2}(?![\w.-])`;
/** Ids separated by commas or words: `7.2-01, 7.2-03 and 7.2-05`. */
const LIST = `(?:${ROW}|${SECTION}|${DECISION})(?:(?:,? (?:and |or |to )?|,)(?:rows? )?(?:${ROW}|${SECTION}|${DECISION}))*`;

const TEXT_FILES = new Set([".css", ".html", ".js", ".json", ".md", ".mjs", ".rs", ".sql", ".toml", ".ts", ".tsx", ""]);
const SKIPPED = new Set([".git", ".croupier", "node_modules", "target", "test-results", "dist", "public"]);
/** Coverage counts in these files: tests, and the tables that tests run through. */
const IS_TEST = /\.(spec|test)\.tsx?$|^tests\/e2e\/(?:\w+\/)*\w+\.ts$|(^|\/)tests\/.*\.rs$|\/tests\.rs$/;

/** Returns the paths of all text files below `folder`, from the root of the repository. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (SKIPPED.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() && TEXT_FILES.has(extname(entry.name)) && !entry.name.endsWith("-lock.json") ? [path] : [];
  });
}

export const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Returns the Markdown files of the specification. */
export const specificationFiles = () => filesBelow(FOLDER).filter((path) => path.endsWith(".md"));

/** Returns the rows and decisions that the specification defines, in the order of its files. */
export function entries(): readonly Entry[] {
  return specificationFiles().flatMap((file) => {
    const lines = read(file).split("\n");
    const starts = lines.flatMap((text, index) => (text.startsWith("## ") ? [index] : []));
    return starts.flatMap((start, index) => {
      const heading = /^## <a id="(?:r-|a\d)[^"]*"><\/a>(A\d+|\d[\d.]*-\d\d)/.exec(lines[start] ?? "");
      if (!heading?.[1]) return [];
      const text = lines.slice(start + 1, starts[index + 1]).join("\n");
      return [{ id: heading[1], file, line: start + 1, text }];
    });
  });
}

/** Returns the anchor of a row or decision within its file. */
export const anchorOf = (id: string) => (id.startsWith("A") ? id.toLowerCase() : `r-${id}`);

/** Returns the ids in a list such as `7.1-01 to 7.1-03, A7`. Ranges are expanded; sections are left out. */
function idsOf(list: string): readonly string[] {
  const parts = list.match(new RegExp(`to (?=${ROW})|${ROW}|${DECISION}`, "g")) ?? [];
  return parts.flatMap((part, index) => {
    if (part !== "to ") return [part];
    const [from = "", to = ""] = [parts[index - 1], parts[index + 1]];
    const [section, first] = from.split("-");
    const last = Number(to.split("-")[1]);
    const between = Math.max(0, last - Number(first) - 1);
    return Array.from(
      { length: between },
      (_, step) => `${section}-${String(Number(first) + 1 + step).padStart(2, "0")}`,
    );
  });
}

/** A form of citation. Its group holds the list of ids. */
interface Form {
  readonly pattern: RegExp;
  /** In a test, it says that the test covers the rows. */
  readonly isCoverage: boolean;
}

const FORMS: readonly Form[] = [
  { pattern: /^[ \t]*\/\/\/? [Rr]ows: (.*)/gm, isCoverage: true },
  // The arguments may hold calls, and these again: `rows(row, ...(LIST.includes(route) ? ["1-02"] : []))`.
  { pattern: /\brows\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g, isCoverage: true },
  { pattern: new RegExp(String.raw`\[((?:${ROW}|${DECISION})(?:, (?:${ROW}|${DECISION}))*)\]`, "g"), isCoverage: true },
  // In tables of cases. Of the shorter ids only those of sections 8 and 9, because games have ids such as "2-34". Not the
  // first value in parentheses, which can be a byte range.
  { pattern: /(?<!\()"(\d\.\d{1,2}-\d{2}|[89]-\d{2})"/g, isCoverage: true },
  { pattern: new RegExp(String.raw`\b[Rr]ows? (${LIST})`, "g"), isCoverage: false },
  { pattern: new RegExp(String.raw`(?<![\w%#&.])(${DECISION})`, "g"), isCoverage: false },
];

function citationsIn(file: string): readonly Citation[] {
  const isTest = IS_TEST.test(file);
  const text = read(file);
  if (!/\d-\d\d|A\d/.test(text)) return [];
  const lineAt = (index: number) => text.slice(0, index).split("\n").length;
  return FORMS.flatMap(({ pattern, isCoverage }) =>
    [...text.matchAll(pattern)].flatMap(({ 1: list = "", index }) =>
      idsOf(list).map((id) => ({ id, file, line: lineAt(index), isCoverage: isCoverage && isTest })),
    ),
  );
}

/** Returns all citations outside docs/content/casino/specification. */
export const citations = (): readonly Citation[] =>
  filesBelow("")
    // The built editor has names that only look like citations.
    .filter((file) => !file.startsWith(`${FOLDER}/`) && !file.startsWith("generator/editor/"))
    .flatMap(citationsIn);

/** Returns what is wrong with the links of one file of the specification, each as `file:line: problem`. */
export function brokenLinks(file: string): readonly string[] {
  const lines = read(file).split("\n");
  const definitions = new Map<string, string>();
  const used = new Set<string>();
  const problems: string[] = [];
  const report = (index: number, problem: string) => problems.push(`${file}:${index + 1}: ${problem}`);

  const check = (index: number, target: string) => {
    if (/^https?:/.test(target)) return;
    const [path = "", anchor] = target.split("#");
    const goal = path === "" ? file : relative(ROOT, join(ROOT, dirname(file), path));
    if (!existsSync(join(ROOT, goal))) report(index, `link target ${target} does not exist`);
    else if (anchor !== undefined && !read(goal).includes(`<a id="${anchor}"></a>`))
      report(index, `${goal} has no anchor ${anchor}`);
  };

  for (const [index, line] of lines.entries()) {
    const [, name, target] = /^\[([^\]]+)\]: (\S+)$/.exec(line) ?? [];
    if (name === undefined || target === undefined) continue;
    if (definitions.has(name)) report(index, `[${name}] is defined twice`);
    definitions.set(name, target);
    check(index, target);
    if (/\d$/.test(name) && /^(A|\d)/.test(name) && !target.endsWith(`#${anchorOf(name)}`))
      report(index, `[${name}] links to another entry: ${target}`);
  }
  for (const [index, line] of lines.entries()) {
    if (/^\[[^\]]+\]: /.test(line)) continue;
    const text = line.replace(/`[^`]*`/g, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) check(index, target);
    for (const [, name = ""] of text.matchAll(new RegExp(String.raw`\[(${ROW}|${DECISION}|[a-z]+\d?)\](?!\()`, "g"))) {
      used.add(name);
      if (!definitions.has(name)) report(index, `[${name}] has no definition at the end of the file`);
    }
  }
  for (const name of definitions.keys())
    if (!used.has(name)) problems.push(`${file}: [${name}] is defined, but not used`);
  return problems;
}
