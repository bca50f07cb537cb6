// Grades reports of mistakes by their text.

/** A line of a code frame, of a stack, or with a location or a note, which repeats text of the report. */
const DETAIL = /^\s*(?:[>❯]?\s*\d*\s*[|│┆·╷╰╭]|at |\^|[-=]+>? |(?:At )?file:|\S+:\d+:\d+$)/i;
/** The stack below a report in an overlay. It repeats the message. */
const STACK = /^Stack Trace\n[\s\S]*/m;

/** Grades the results of a mistake: an object with the grades of each tool, which has one grade for each channel. */
export function gradeAll(mistake, results) {
  const graded = Object.entries(results).map(([tool, { text, where, seconds }]) => {
    if (tool === "croupier-json") return [tool, gradeEvents(text.terminal, mistake, where)];
    const channels = Object.entries(text).map(([channel, it]) => [channel, gradeText(it, mistake, where)]);
    return [tool, { ...Object.fromEntries(channels), seconds }];
  });
  return Object.fromEntries(graded);
}

/**
 * Grades the text of one channel. `count` is the number of its lines that report the mistake. `hasFile` and `hasLine` say whether it names
 * the file, and the line in this file: after its name, as a position in parentheses, or as the marked line of a code frame.
 */
function gradeText(text, { report, remedy }, { file, line }) {
  const isReported = report.test(text);
  const name = file.slice(file.lastIndexOf("/") + 1).replaceAll(".", "\\.");
  const hasFile = isReported && new RegExp(`\\b${name}\\b`).test(text);
  const position = new RegExp(`\\b${name}[^\\n\\d]{0,3}[:(]${line}\\b|\\(${line}:\\d+\\)|^ *> +${line} +[|│]`, "m");
  return {
    isReported,
    hasFile,
    hasLine: hasFile && position.test(text),
    hasRemedy: isReported && remedy?.test(text) === true,
    count: text
      .replace(STACK, "")
      .split("\n")
      .filter((it) => report.test(it) && !DETAIL.test(it)).length,
  };
}

/** Grades the events of `croupier dev --json`, with the fields of diagnostics. */
function gradeEvents(text, { report, remedy }, { file, line }) {
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
