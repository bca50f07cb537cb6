// Grades reports of mistakes by their text.

/** A line of a code frame, of a stack, or of the page's path to it, which repeats text of the report. */
const DETAIL = /^\s*(?:[>❯]?\s*\d*\s*[|│┆·╷╰╭]|at |\^|[-=]+>? |File:|Stack trace:)/;

/**
 * Grades the text of one channel. `count` is the number of its lines that report the mistake. `hasFile` and `hasLine` say whether it names
 * the file, and the line in this file.
 */
export function gradeText(text, { report, remedy }, { file, line }) {
  const isReported = report.test(text);
  const name = file.slice(file.lastIndexOf("/") + 1).replaceAll(".", "\\.");
  return {
    isReported,
    hasFile: isReported && new RegExp(`\\b${name}\\b`).test(text),
    hasLine: isReported && new RegExp(`\\b${name}[^\\n\\d]{0,3}[:(]${line}\\b`).test(text),
    hasRemedy: isReported && remedy?.test(text) === true,
    count: text.split("\n").filter((it) => report.test(it) && !DETAIL.test(it)).length,
  };
}

/** Grades the events of `croupier dev --json`, with the fields of diagnostics. */
export function gradeEvents(text, { report, remedy }, { file, line }) {
  const found = text
    .split("\n")
    .filter((it) => it.startsWith("{"))
    .map((it) => JSON.parse(it))
    .filter((it) => it.event === "diagnostic" && report.test(it.rendered));
  return {
    isReported: found.length > 0,
    hasFile: found.some((it) => it.file === file),
    hasLine: found.some((it) => it.file === file && it.line === line),
    hasRemedy: found.some((it) => remedy?.test(it.rendered) === true),
    count: found.length,
  };
}
