// `tests/run quick` has a browser test of each feature, and folders of tests have the names of features.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const E2E = join(ROOT, "tests/e2e");
/** Largest number of files in a folder. */
const MAX_FILES = 16;
/** Folders of end-to-end tests that concern the generator or the whole site. */
const OTHERS = new Set(["deploy", "documentation", "editor", "languages", "reporters", "site", "starters"]);

const specs = readdirSync(E2E, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".spec.ts") && !path.includes("node_modules"),
);
const folders = [...new Set(specs.map((path) => dirname(path)))].sort();

test("each folder of end-to-end tests has a smoke test", () => {
  const withSmoke = new Set(
    specs.filter((path) => readFileSync(join(E2E, path), "utf8").includes('"@smoke"')).map((path) => dirname(path)),
  );
  expect(folders.length).toBeGreaterThan(20);
  expect(folders.filter((folder) => !withSmoke.has(folder))).toEqual([]);
});

test("folders of end-to-end tests have the names of features", () => {
  const features = ["runtime/src", "runtime/casino", "runtime/loader/src"].flatMap((path) =>
    readdirSync(join(ROOT, path)),
  );
  const unknown = folders
    .map((folder) => folder.split("/")[0] ?? "")
    .filter((name) => !features.includes(name) && !OTHERS.has(name));
  expect(unknown).toEqual([]);
});

test("no folder of tests has more than 16 files", () => {
  const crowded = [
    "tests/e2e",
    "runtime/tests",
    "runtime/casino/tests",
    "runtime/editor/tests",
    "runtime/loader/tests",
  ].flatMap((root) =>
    readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.parentPath.includes("node_modules"))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !path.includes("node_modules") && !path.includes("test-results"))
      .filter(
        (path) => readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile()).length > MAX_FILES,
      ),
  );
  expect(crowded).toEqual([]);
});
