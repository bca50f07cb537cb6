// Lists the tests that passed only at their second attempt, which Playwright itself reports only as a count.

import { relative } from "node:path";
import type { Reporter, TestCase } from "@playwright/test/reporter";

/** Returns the message for tests that needed a second attempt: their location, title and first error. */
export function messageFor(tests: readonly TestCase[]): string {
  const lines = tests.map((test) => {
    const { location, results } = test;
    const error = results.find(({ status }) => status !== "passed")?.error?.message?.split("\n")[0] ?? "no message";
    return `  ${relative("", location.file)}:${location.line} ${test.titlePath().slice(3).join(" > ")}\n    first attempt: ${error}`;
  });
  const count = tests.length === 1 ? "1 test" : `${tests.length} tests`;
  return `\n${count} passed only at the second attempt. Fix the race in the test or in the product:\n${lines.join("\n")}\n`;
}

export default class FlakyReporter implements Reporter {
  private readonly tests = new Set<TestCase>();

  onTestEnd(test: TestCase) {
    if (test.outcome() === "flaky") this.tests.add(test);
  }

  onEnd() {
    if (this.tests.size > 0) process.stderr.write(messageFor([...this.tests]));
  }

  printsToStdio() {
    return false;
  }
}
