// The run of the end-to-end tests fails if a test passes only at its second attempt. Runs Playwright with the same settings, but other
// tests and no servers.

import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { E2E } from "../support/paths";

/** Runs Playwright with `--retries=1` on a file with these tests. Returns the exit code and the output. */
async function runTests(tests: string): Promise<{ readonly code: number; readonly output: string }> {
  const folder = await mkdtemp(join(tmpdir(), "croupier-flaky-"));
  try {
    await symlink(join(E2E, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "example.spec.ts"), `import { test, expect } from "@playwright/test";\n${tests}`);
    const config = `import config from ${JSON.stringify(join(E2E, "playwright.config.ts"))};
      const reporter = [["list"], [${JSON.stringify(join(import.meta.dirname, "flaky_reporter.ts"))}]];
      export default { ...config, reporter, testDir: ".", workers: 1, webServer: undefined, projects: [{ name: "example" }] };`;
    await writeFile(join(folder, "playwright.config.ts"), config);
    const cli = join(folder, "node_modules/@playwright/test/cli.js");
    // A run inside a run would send its results to the outer one.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(TEST_|PW|PLAYWRIGHT|FORCE_COLOR)/.test(name)),
    );
    return await new Promise((resolve) => {
      const options = { cwd: folder, env: { ...env, NO_COLOR: "1" } };
      execFile(process.execPath, [cli, "test", "--retries=1"], options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("a test that passes only at its second attempt fails the run after all tests ran, and is listed", async () => {
  const { code, output } = await runTests(`
    test("passes at the second attempt", () => expect(test.info().retry).toBe(1));
    test("runs after it", () => {});`);
  expect(output).toMatch(/✓ .*runs after it/);
  expect(output).toContain("1 test passed only at the second attempt");
  expect(output).toMatch(/example\.spec\.ts:3 passes at the second attempt/);
  expect(code).toBe(1);
});

test("a run whose tests pass at the first attempt succeeds", { tag: "@smoke" }, async () => {
  const { code, output } = await runTests('test("passes", () => {});');
  expect(output).not.toContain("second attempt");
  expect(code).toBe(0);
});
