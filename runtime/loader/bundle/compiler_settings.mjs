// Finds the settings of TypeScript, which esbuild reads for aliases and syntax without naming the files.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** Returns the paths of the nearest tsconfig.json, in the folder `root` or above, and of the files that it extends. */
export function compilerSettings(root) {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = join(folder, "tsconfig.json");
    if (existsSync(file)) return [...withExtended(file, new Set())];
    if (dirname(folder) === folder) return [];
  }
}

function withExtended(file, found) {
  if (found.has(file)) return found;
  found.add(file);

  for (const name of [extendedBy(file)].flat()) {
    const extended = typeof name === "string" ? resolved(file, name) : undefined;
    if (extended) withExtended(extended, found);
  }
  return found;
}

/** Returns `extends` of a file, which can have comments and commas at the end of lists. */
function extendedBy(file) {
  const text = readFileSync(file, "utf8");
  const withoutComments = text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string = "") => string);

  try {
    return JSON.parse(withoutComments.replace(/,(?=\s*[}\]])/g, "")).extends;
  } catch {
    // esbuild reports that the file is not valid.
    return undefined;
  }
}

/** Returns the path of a file that another one extends: a file or one of a package, with or without its extension. */
function resolved(file, name) {
  const isPath = isAbsolute(name) || /^\.{1,2}(\/|$)/.test(name);
  const names = [name, `${name}.json`, `${name}/tsconfig.json`];
  if (isPath) return names.map((it) => resolve(dirname(file), it)).find((it) => it.endsWith(".json") && existsSync(it));

  const { resolve: resolvePackage } = createRequire(file);
  for (const it of names)
    try {
      const found = resolvePackage(it);
      if (found.endsWith(".json")) return found;
    } catch {
      // Another form of the name may exist.
    }
  return undefined;
}
