// The scripts of the development bundle with their source maps: one with all modules of the site, one with all packages, and one for each
// entry. Edited modules go to open pages as an update.

import { SourceMap } from "node:module";
import { basename, extname, join, resolve } from "node:path";
import { sourcePath } from "../esbuild.mjs";
import { imports } from "../imports/imports.mjs";
import { digest } from "../names.mjs";
import { isPackage } from "./modules.mjs";

/** Creates the scripts of a project. `own` are its modules, and `maps` adds their source maps. */
export function createScripts(project, own, files, maps) {
  const { root, loader, run } = project;
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

    const packageStyles = await addPackages(packageKeys);
    const version = addModules();
    for (const name of islands.keys())
      files.add(`${name}.js`, entryScript(name, version, ["hydrate", "enhance", "load"]));
    if (entries.some(({ id }) => id === "start")) files.add("start.js", entryScript("start", version, ["start"]));
    return { packages, packageStyles, sendUpdate, isRelinked };
  }

  /** Adds the script of all packages. Returns their style sheets as one, or `undefined` if they import none. */
  async function addPackages(keys) {
    const contents = packagesScript(root, join(loader, "bundle/dev/registry.js"), keys);
    const { outputFiles } = await run({
      stdin: { contents, resolveDir: loader, loader: "js" },
      format: "esm",
      splitting: false,
      plugins: [imports(project)],
    });
    const textOf = (extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text;
    files.add("croupier_packages.js", textOf(".js"));
    return textOf(".css");
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

/** Returns the file name of a module's style sheet. The digest tells apart the sheets of `a/b.tsx`, `a_b.tsx` and `a/b.ts`. */
export const sheetOf = (key) => `${basename(key, extname(key)).replace(/[^\w-]+/g, "_")}_${digest(key)}.css`;

/** The style sheet of all packages. */
export const PACKAGES_SHEET = "croupier_packages.css";

/** The number of scripts whose positions can be mapped: a page may run the code of an earlier build. */
const MOST_SCRIPTS = 64;
/** The URLs of scripts: that of all modules, and those of updates. */
const SCRIPT = /\/(?:assets\/croupier_modules\.js\?|_croupier\/modules\/)([0-9a-f]{10})/;

/** Creates the source maps of scripts. Frames in files below `loader` are internal. */
export function createSourceMaps(loader) {
  /** The modules of each script, with their first lines, by id. */
  const scripts = new Map();
  /** Parsed source maps by module. */
  const parsed = new WeakMap();

  /**
   * Returns the script ({ id, text }) that passes modules to a function. `head` is the code in front of its arguments, in one line.
   * `sheetOf` returns the file name of a module's style sheet.
   */
  function script(head, modules, sheetOf) {
    const sections = [];
    const lines = [`${head}({`];
    let line = 1;

    for (const module of modules) {
      lines.push(
        `${JSON.stringify(module.key)}(module, exports, require, $load, $moduleUrl, $RefreshReg$, $RefreshSig$) {`,
      );
      sections.push({ line: line + 1, module });
      lines.push(module.code, "},");
      line += module.code.split("\n").length + 2;
    }

    const needs = modules.map((it) => [it.key, [it.imports, it.css === undefined ? 0 : sheetOf(it.key)]]);
    lines.push(`}, ${JSON.stringify(Object.fromEntries(needs))}, import.meta.url);`);

    const id = digest(lines.join("\n"));
    scripts.delete(id);
    scripts.set(id, sections);
    for (const old of [...scripts.keys()].slice(0, -MOST_SCRIPTS)) scripts.delete(old);
    lines.push(`//# sourceMappingURL=/_croupier/modules/${id}.js.map`);
    return { id, text: lines.join("\n") };
  }

  /** Returns the source map of a script as text, or `undefined` if the script is not known. */
  function mapOf(id) {
    const sections = scripts.get(id)?.map(({ line, module }) => ({
      offset: { line, column: 0 },
      map: withUrls(JSON.parse(module.map)),
    }));
    return sections && JSON.stringify({ version: 3, sections });
  }

  /** Returns the source position ({ file, line, column }) of a frame ({ url, line, column }), or `null` for other code. */
  function locate({ url, line, column }) {
    const sections = scripts.get(SCRIPT.exec(url)?.[1]);
    const section = sections?.findLast((it) => it.line < line);
    if (!section) return null;

    const { module } = section;
    if (!parsed.has(module)) parsed.set(module, new SourceMap(JSON.parse(module.map)));

    const entry = parsed.get(module).findEntry(line - 1 - section.line, column - 1);
    if (entry.originalSource === undefined) return null;
    const file = sourcePath(entry.originalSource);
    if (file.startsWith(`${loader}/`)) return null;
    return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }

  return { script, mapOf, locate };
}

/** Returns a source map whose sources have URLs that a browser shows as a tree. */
const withUrls = (map) => ({ ...map, sources: map.sources.map((it) => `croupier://site${resolve("/", it)}`) });
