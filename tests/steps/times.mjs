// Prints the time of each step and of the 30 slowest tests, and writes both to target/test-times.json.
//   node tests/steps/times.mjs RESULTS EXIT_CODE

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const SLOWEST = 30;
const [results = "target/test-results", exitCode = "0"] = process.argv.slice(2);
const root = join(import.meta.dirname, "../..");

/** Returns the parsed file of a reporter, or nothing if its step did not run. */
function readResults(name) {
  const path = join(results, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** Returns the tests in a report of vitest, with their times in milliseconds. */
function unitTests(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      kind: "unit",
      file: relative(root, name),
      title: fullName,
      ms: Math.round(duration ?? 0),
    })),
  );
}

/** Returns the tests in a suite of Playwright's report and in its nested suites. Attempts of a test are added up. */
function browserTests({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results: attempts }) => ({
      kind: projectName,
      file: `tests/e2e/${file}`,
      title,
      ms: attempts.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap(browserTests)];
}

const steps = readFileSync(join(results, "steps.tsv"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("\t"))
  .map(([ms, title]) => ({ title, ms: Number(ms) }));
const tests = [...unitTests(readResults("unit.json")), ...(readResults("browser.json")?.suites ?? []).flatMap(browserTests)];
const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
const ms = steps.reduce((sum, step) => sum + step.ms, 0);
const report = { finished: new Date().toISOString(), exitCode: Number(exitCode), ms, steps, tests: tests.length, slowest };
writeFileSync(process.env.TIMES ?? join(root, "target/test-times.json"), `${JSON.stringify(report, null, 2)}\n`);

const seconds = (value) => `${(value / 1000).toFixed(1).padStart(8)} s`;
if (slowest.length > 0) {
  console.log(`\nSlowest of ${tests.length} tests:`);
  for (const test of slowest) console.log(`${seconds(test.ms)}  ${test.file}  ${test.title}`);
}
console.log("\nSteps:");
for (const step of [...steps, { title: "total", ms }]) console.log(`${seconds(step.ms)}  ${step.title}`);
