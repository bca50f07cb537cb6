// What every group hands back, rows of one table, and how they are printed.

/** A figure that is met when it is at most `limit`; without a limit it is only told. */
export function atMost(what, page, value, unit, limit) {
  const target = limit === undefined ? "" : `≤ ${limit} ${unit}`.trim();
  return row(what, page, value, unit, target, limit === undefined ? undefined : value <= limit);
}

/** A figure that is met when it is exactly `limit`. */
export function exactly(what, page, value, unit, limit) {
  return row(what, page, value, unit, `${limit} ${unit}`.trim(), value === limit);
}

function row(what, page, value, unit, target, isMet) {
  return { what, page, value, unit, shown: `${rounded(value)} ${unit}`.trim(), target, isMet };
}

/** Adds words to a row: what stands behind its figure. */
export function noted(given, note) {
  return { ...given, note };
}

/** The middle of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function rounded(value) {
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) || Math.abs(value) >= 1000 ? String(Math.round(value)) : value.toFixed(1);
}

/** Prints one group. */
export function printTable(title, rows) {
  const cells = rows.map((it) => [
    it.what,
    it.page,
    it.target,
    it.shown,
    it.isMet === undefined ? "" : it.isMet ? "yes" : "NO",
    it.note ?? "",
  ]);
  const head = ["what", "page", "target", "reached", "met", "note"];
  const widths = head.map((word, at) => Math.max(word.length, ...cells.map((line) => line[at].length)));
  const line = (parts) => `| ${parts.map((part, at) => (at === 5 ? part : part.padEnd(widths[at]))).join(" | ")} |`;
  console.log(`\n${title}\n${line(head)}`);
  console.log(`|${widths.map((width, at) => "-".repeat(at === 5 ? 6 : width + 2)).join("|")}|`);
  for (const parts of cells) console.log(line(parts));
}
