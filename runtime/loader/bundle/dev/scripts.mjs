// The scripts of the development bundle: one with all modules of the site, one with all packages, and one for each entry. Edited modules
// go to open pages as an update.

import { join } from "node:path";
import { isPackage } from "./modules.mjs";

/** Creates the scripts of a project. `own` are its modules, and `maps` adds their source maps. */
export function createScripts({ root, loader, run }, own, files, maps) {
  /** The code of modules by key, as open pages have it. */
  const sent = new Map();

  /**
   * Adds the scripts of modules, packages and entries. Sends edited modules to open pages, unless they import or export other names than
   * before (`isRelinked`): the renderer reports names that do not exist, and a page must not run such a module. `lastPackages` are the
   * packages of the last bundle.
   */
  async function add(islands, entries, lastPackages, onUpdate) {
    const packageKeys = [...own.reachedFrom(entries.map(({ key }) => key))].filter(isPackage).sort();
    const packages = packageKeys.join(" ");
    const edited = [...own.modules.values()].filter(({ key, code }) => sent.get(key) !== code);
    const isRelinked = edited.some(({ key, code }) => linkedNames(sent.get(key) ?? "") !== linkedNames(code));

    function sendUpdate() {
      // Pages without a package that an edited module imports are reloaded.
      if (lastPackages === packages && edited.length > 0)
        onUpdate(maps.script("export const isApplied = globalThis.croupierModules.update", edited, sheetOf));
      for (const { key, code } of edited) sent.set(key, code);
    }

    if (!isRelinked) sendUpdate();

    await addPackages(packageKeys);
    const version = addModules();
    for (const name of islands.keys())
      files.add(`${name}.js`, entryScript(name, version, ["hydrate", "enhance", "load"]));
    if (entries.some(({ id }) => id === "start")) files.add("start.js", entryScript("start", version, ["start"]));
    return { packages, sendUpdate, isRelinked };
  }

  /** Adds the script of all packages. */
  async function addPackages(keys) {
    const contents = packagesScript(root, join(loader, "bundle/dev/registry.js"), keys);
    const { outputFiles } = await run({
      stdin: { contents, resolveDir: loader, loader: "js" },
      format: "esm",
      splitting: false,
    });
    files.add("croupier_packages.js", outputFiles[0].text);
  }

  /** Adds the script of all modules. Returns an id that changes with the code. */
  function addModules() {
    const modules = [...own.modules.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
    const { id, text } = maps.script('import { define } from "./croupier_packages.js"; define', modules, sheetOf);
    files.add("croupier_modules.js", text);
    return id;
  }

  return { add };
}

/** Returns the script that gives packages to the registry, by their keys. */
function packagesScript(root, registry, keys) {
  const imports = keys.map(
    (key, at) => `import * as package${at} from ${JSON.stringify(join(root, key.slice("package:".length)))};`,
  );
  const lines = keys.map((key, at) => `provide(${JSON.stringify(key)}, package${at});`);
  return [
    `import { define, provide, use } from ${JSON.stringify(registry)};`,
    ...imports,
    ...lines,
    "export { define, use };",
  ].join("\n");
}

/** Returns the script of an entry, which exports names of its module. */
function entryScript(id, version, names) {
  return [
    // The URL changes with the code, so that an island that loads later gets the newest modules.
    `import "./croupier_modules.js?${version}";`,
    'import { use } from "./croupier_packages.js";',
    `const module = use("entry:${id}");`,
    ...names.map((name) => `export const ${name} = module.${name};`),
  ].join("\n");
}

/** Returns the names that the code of a module imports and exports, as esbuild writes them. */
const linkedNames = (code) =>
  [...new Set(code.match(/\bimport_\w+\.[\w$]+|^__(?:export|reExport)\([\s\S]*?\);$/gm))].sort().join("\n");

/** Returns the file name of a module's style sheet. */
export const sheetOf = (key) => `${key.replace(/[^\w.-]+/g, "_").replace(/\.\w+$/, "")}.css`;
