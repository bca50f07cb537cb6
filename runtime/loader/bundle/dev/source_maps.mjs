// Joins compiled modules to scripts for the browser, and maps positions in these scripts back to the source files.

import { SourceMap } from "node:module";
import { resolve } from "node:path";
import { digest } from "../names.mjs";

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
    const file = resolve("/", entry.originalSource);
    if (file.startsWith(`${loader}/`)) return null;
    return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }

  return { script, mapOf, locate };
}

/** Returns a source map whose sources have URLs that a browser shows as a tree. */
const withUrls = (map) => ({ ...map, sources: map.sources.map((it) => `croupier://site${resolve("/", it)}`) });
