// The result table: each group of measurements returns rows of it.

/** Returns a row whose target is a value of at most `limit`. Without a limit, the row has no target. */
export function atMost(what, page, value, unit, limit) {
  const target = limit === undefined ? "" : `≤ ${limit} ${unit}`.trim();
  return row(what, page, value, unit, target, limit === undefined ? undefined : value <= limit);
}

function row(what, page, value, unit, target, isMet) {
  return { what, page, value, unit, shown: `${rounded(value)} ${unit}`.trim(), target, isMet };
}

/** Adds a note to a row, such as the single values of a median. */
export function withNote(row, note) {
  return { ...row, note };
}

/** Returns the median of numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function rounded(value) {
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) || Math.abs(value) >= 1000 ? String(Math.round(value)) : value.toFixed(1);
}

/** Prints the rows of one group. */
export function printTable(title, rows) {
  const cells = rows.map((it) => [
    it.what,
    it.page,
    it.target,
    it.shown,
    it.isMet === undefined ? "" : it.isMet ? "yes" : "NO",
    it.note ?? "",
  ]);
  const head = ["what", "page", "target", "result", "met", "note"];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((values) => values[at].length)));
  const line = (values) => `| ${values.map((value, at) => (at === 5 ? value : value.padEnd(widths[at]))).join(" | ")} |`;
  console.log(`\n${title}\n${line(head)}`);
  console.log(`|${widths.map((width, at) => "-".repeat(at === 5 ? 6 : width + 2)).join("|")}|`);
  for (const values of cells) console.log(line(values));
}
