// Prints the grades as Markdown tables: all details, and the short form of the documentation.

const TOOLS = ["croupier", "vite", "astro"];
/** The cell of a mistake that cannot be made with a tool, or was not made. */
const NOT_MADE = "–";
const TITLES = { croupier: "Croupier", vite: "Vite", astro: "Astro" };

/** Prints a table with all grades, one row for each mistake and one column for each tool. */
export function printDetails(mistakes, results) {
  const head = ["mistake", ...TOOLS.map((tool) => TITLES[tool]), "Croupier `--json`"];
  const rows = mistakes.map(({ id, name }) => [
    name,
    ...TOOLS.map((tool) => details(results[id][tool])),
    events(results[id]["croupier-json"]),
  ]);
  print(head, rows);
}

/** Prints what the documentation shows: how each tool reports each mistake, and the sums. */
export function printShort(mistakes, results, versions) {
  const head = ["mistake", ...TOOLS.map((tool) => `${TITLES[tool]} ${versions[tool]}`)];
  print(
    head,
    mistakes.map(({ id, name }) => [name, ...TOOLS.map((tool) => short(results[id][tool]))]),
  );
  console.log();
  const criteria = [
    ["reported", isReported],
    ["in the terminal", (it) => it.terminal.isReported],
    ["in the page", (it) => it.page.isReported],
    ["with the file", (it) => channels(it).some((at) => at.hasFile)],
    ["with the line", (it) => channels(it).some((at) => at.hasLine)],
    ["with the fix", (it) => channels(it).some((at) => at.hasRemedy), (mistake) => mistake.remedy],
    ["once", (it) => isReported(it) && isOnce(it)],
  ];
  const rows = criteria.map(([title, holds, isGraded = () => true]) => {
    const counts = TOOLS.map((tool) => {
      const graded = mistakes.filter((it) => results[it.id][tool] && isGraded(it));
      return `${graded.filter(({ id }) => holds(results[id][tool])).length} of ${graded.length}`;
    });
    return [title, ...counts];
  });
  print(["mistakes", ...TOOLS.map((tool) => TITLES[tool])], rows);
}

const channels = ({ terminal, page, console }) => [terminal, page, console];
const isReported = (result) => channels(result).some((it) => it.isReported);
const isOnce = ({ terminal, page, console }) =>
  [terminal, page].some((it) => it.isReported) ? [terminal, page].every((it) => it.count <= 1) : console.count <= 1;

function short(result) {
  if (!result) return NOT_MADE;
  const { terminal, page, console } = result;
  const places = [terminal, page, console].filter((it) => it.isReported);
  if (places.length === 0) return "no";
  const line = places.some((it) => it.hasLine) ? "" : ", no line";
  return `${places[0] === console ? "console" : "yes"}${line}`;
}

function details(result) {
  if (!result) return NOT_MADE;
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
  if (!grade) return NOT_MADE;
  if (!grade.isReported) return "not reported";
  const { hasFile, hasLine, count } = grade;
  return `${hasLine ? "line" : hasFile ? "file" : "text"}, ${count === 1 ? "once" : `${count} times`}`;
}

function print(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  console.log([line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n"));
}
