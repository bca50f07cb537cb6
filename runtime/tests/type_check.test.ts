// `croupier check` of the casino runs the compiler with `tsconfig.json` of this folder, and needs no packages but those of this folder.

import { execFileSync } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const RUNTIME = fileURLToPath(new URL("..", import.meta.url));

/** Returns the files that the compiler reads for a project, with paths from the runtime's folder. */
function filesOf(project: string): string[] {
  const compiler = "node_modules/typescript/bin/tsc";
  const output = execFileSync("node", [compiler, "--listFilesOnly", "-p", project], { cwd: RUNTIME, encoding: "utf8" });
  return output.split("\n").map((path) => relative(RUNTIME, path));
}

test("types of the site are checked without the editor, whose packages are separate", () => {
  const files = filesOf(".");
  expect(files).toContain("casino/start.ts");
  expect(files.filter((path) => path.startsWith("editor/"))).toEqual([]);
});

test("types of the editor and its tests are checked with its own project", () => {
  const files = filesOf("editor");
  expect(files).toContain("editor/src/app/main.tsx");
  expect(files).toContain("editor/tests/forms.test.ts");
});
