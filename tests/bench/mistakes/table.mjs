// Prints the grades as Markdown tables: all details, and the short form of the documentation.

const TOOLS = ["croupier", "vite", "astro"];
const TITLES = { croupier: "Croupier", vite: "Vite", astro: "Astro" };

/** Prints a table with all grades, one row for each mistake and one column for each tool. */
export function printDetails(mistakes, results) {
  const head = ["mistake", ...TOOLS.map((tool) => TITLES[tool]), "Croupier `--json`"];
  const rows = mistakes.map(({ id, name }) => [
    name,
    ...TOOLS.map((tool) => details(results[id]?.[tool])),
    events(results[id]?.["croupier-json"]),
  ]);
  print(head, rows);
}

/** Prints what the documentation shows: how each tool reports each mistake, and the sums. */
export function printShort(mistakes, results, versions) {
  const head = ["mistake", ...TOOLS.map((tool) => `${TITLES[tool]} ${versions[tool]}`)];
  print(
    head,
    mistakes.map(({ id, name }) => [name, ...TOOLS.map((tool) => short(results[id]?.[tool]))]),
  );
  console.log();
  const criteria = [
    ["reported", (it) => isReported(it)],
    ["in the terminal", (it) => it.terminal.isReported],
    ["in the page", (it) => it.page.isReported],
    ["with the file", (it) => channels(it).some((at) => at.hasFile)],
    ["with the line", (it) => channels(it).some((at) => at.hasLine)],
    ["with the fix", (it) => channels(it).some((at) => at.hasRemedy)],
    ["not repeated", (it) => isReported(it) && isOnce(it)],
  ];
  print(
    ["mistakes", ...TOOLS.map((tool) => TITLES[tool])],
    criteria.map(([title, holds]) => [title, ...TOOLS.map((tool) => count(mistakes, results, tool, title, holds))]),
  );
}

/** Returns how many of a tool's mistakes meet a criterion, of those that are graded by it. */
function count(mistakes, results, tool, title, holds) {
  const graded = mistakes.filter(({ id, remedy }) => results[id]?.[tool] && (title !== "with the fix" || remedy));
  return `${graded.filter(({ id }) => holds(results[id][tool])).length} of ${graded.length}`;
}

const channels = ({ terminal, page, console }) => [terminal, page, console];
const isReported = (result) => channels(result).some((it) => it.isReported);
const isOnce = ({ terminal, page, console }) =>
  [terminal, page].some((it) => it.isReported) ? [terminal, page].every((it) => it.count <= 1) : console.count <= 1;

function short(result) {
  if (!result) return "cannot occur";
  const { terminal, page, console } = result;
  const places = [terminal, page, console].filter((it) => it.isReported);
  if (places.length === 0) return "no";
  const line = places.some((it) => it.hasLine) ? "" : ", no line";
  return `${places[0] === console ? "console" : "yes"}${line}`;
}

function details(result) {
  if (!result) return "cannot occur";
  if (!isReported(result)) return "not reported";
  const places = ["terminal", "page", "console"].filter((it) => result[it].isReported);
  const named = (it) => (result[it].hasLine ? "line" : result[it].hasFile ? "file" : "text");
  const facts = [
    ...places.map((it) => `${it} (${named(it)})`),
    channels(result).some((it) => it.hasRemedy) ? "fix" : "",
    isOnce(result) ? "once" : "repeated",
    `${result.seconds.toFixed(1)} s`,
  ];
  return facts.filter(Boolean).join(", ");
}

function events(grade) {
  if (!grade?.json.isReported) return "not reported";
  const { hasFile, hasLine, count } = grade.json;
  return `${hasLine ? "line" : hasFile ? "file" : "text"}, ${count === 1 ? "once" : `${count} times`}`;
}

function print(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  console.log([line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n"));
}
