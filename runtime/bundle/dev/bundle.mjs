// The development bundle: one script with all modules of the site, one with all packages, and a style sheet for each module.

import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { privateVariables } from "../imports/environment.mjs";
import { importState } from "../imports/imports.mjs";
import { readEntries, readPropsSchema } from "../islands.mjs";
import { addLoader } from "../loader.mjs";
import { messagesOf } from "../messages.mjs";
import { buildRenderer } from "../renderer.mjs";
import { unknownClasses } from "../report/class_names.mjs";
import { ownWarnings } from "../report/failure.mjs";
import { ownInputs, recording } from "../report/inputs.mjs";
import { readSite } from "../site.mjs";
import { addStyles } from "../styles.mjs";
import { cachedRuns } from "./cached_runs.mjs";
import { createFiles } from "./files.mjs";
import { createModules, isPackage } from "./modules.mjs";
import { createSourceMaps } from "./source_maps.mjs";

/** Creates the development bundle of the runtime in folder `root`. `build` writes it to the folder `out`. */
export async function createBundle({ root, loader, out }) {
  // Another process may have written it.
  await rm(out, { recursive: true, force: true });
  const site = await readSite(root);
  const project = { root, loader, site, ...importState() };
  project.run = recording(cachedRuns(root), project);
  const own = createModules(project);
  const files = createFiles();
  const sheetPath = (key) => files.path(sheetOf(key));
  const maps = createSourceMaps(loader === root ? join(root, "src/island") : loader);
  /** The last bundle: the texts that decide whether open pages can apply the next one. */
  let last;
  /** The code of modules by key, as open pages have it. */
  const sent = new Map();
  /** The calls that show messages, by island. */
  let messages = new Map();

  /** Builds what changed. Calls `onUpdate` with the script for open pages as soon as the modules are compiled. */
  async function build(onUpdate) {
    let { islands, entries } = await readEntries(project, messages);
    files.reset();
    project.warnings.length = 0;
    // The modules come first, because open pages wait for them.
    await own.update(entries);
    const found = await messagesOf(project, islands, own.importsOf);
    if ([...found.keys()].join() !== [...messages.keys()].join())
      ({ islands, entries } = await readEntries(project, found));
    // Pages get the messages with their HTML, so that they are reloaded.
    const hasSameMessages = keysOf(found) === keysOf(messages);
    messages = found;
    const { packages, sheetsOf, sendUpdate, isRelinked } = await addModules(
      islands,
      entries,
      hasSameMessages ? onUpdate : () => {},
    );
    // If one part fails, the next build must not start before the other has ended.
    const parts = [addStyles(project, files), buildRenderer(project, islands, messages)];
    const failed = (await Promise.allSettled(parts)).find((it) => it.status === "rejected");
    if (failed) throw failed.reason;
    if (isRelinked) sendUpdate();
    const [{ assets, pages, layers }, renderer] = await Promise.all(parts);
    for (const { key, css } of own.modules.values())
      if (css !== undefined) files.add(sheetOf(key), `${layers}\n${css}`);
    for (const [path, contents] of [...project.pictures, ...own.emitted]) files.addAsset(path, contents);
    const hasStart = entries.some(({ id }) => id === "start");
    const { head, rules } = await addLoader(project, files, { hasStart, shell: [] });
    const described = {};
    for (const [name, folder] of islands)
      described[name] = {
        js: files.path(`${name}.js`),
        css: sheetsOf(`entry:${name}`),
        imports: [files.path("croupier_packages.js")],
        props: await readPropsSchema(project, folder),
        messages: messages.get(name),
      };
    const schema = join(root, "config.schema.json");
    const manifest = {
      boot: files.path("boot.js"),
      styles: files.path("site.css"),
      head,
      rules,
      islands: described,
      start: hasStart ? files.path("start.js") : undefined,
      config: existsSync(schema) ? JSON.parse(await readFile(schema, "utf8")) : undefined,
      assets: {
        ...Object.fromEntries([...project.urls].sort()),
        ...assets,
        ...Object.fromEntries(["site.css", ...pages].map((file) => [file, files.path(file)])),
      },
      load_phases: { before_load: [files.path("boot.js")] },
      inputs: ownInputs(project),
      warnings: await warningsOf(),
      server: "server.cjs",
    };
    const { changed, digest: revisionDigest } = await files.write(out);
    if (last?.renderer !== renderer.code) {
      await writeFile(join(out, "server.cjs"), renderer.code);
      await writeFile(join(out, "server.cjs.map"), renderer.map);
    }
    // An edit moves the calls of messages without a change for open pages.
    const withoutPlaces = (name, value) => (name === "messages" ? value?.map(({ key }) => key) : value);
    const text = JSON.stringify({ ...manifest, inputs: [], warnings: [] }, withoutPlaces);
    await writeFile(join(out, "manifest.json"), JSON.stringify({ ...manifest, revision: revisionDigest }));
    // Open pages get their content as an update.
    const replaced = ["croupier_modules", "start", ...islands.keys()].map((name) => files.path(`${name}.js`));
    const styles = changed.filter((path) => path.endsWith(".css"));
    const isHot =
      last !== undefined &&
      last.packages === packages &&
      last.manifest === text &&
      changed.every((path) => path.endsWith(".css") || replaced.includes(path));
    last = { manifest: text, packages, renderer: renderer.code };
    return { done: true, hot: isHot, styles };
  }

  /**
   * Adds the scripts of modules, packages and entries. Sends edited modules to open pages, unless they import or export other names than
   * before (`isRelinked`): the renderer reports names that do not exist, and a page must not run such a module.
   */
  async function addModules(islands, entries, onUpdate) {
    await own.update(entries);
    const reached = own.reachedFrom(entries.map(({ key }) => key));
    const packageKeys = [...reached].filter(isPackage).sort();
    const packages = packageKeys.join(" ");
    const edited = [...own.modules.values()].filter(({ key, code }) => sent.get(key) !== code);
    const isRelinked = edited.some(({ key, code }) => linkedNames(sent.get(key) ?? "") !== linkedNames(code));
    const sendUpdate = () => {
      // Pages without a package that an edited module imports are reloaded.
      if (last?.packages === packages && edited.length > 0)
        onUpdate(maps.script("export const isApplied = globalThis.croupierModules.update", edited, sheetOf));
      for (const { key, code } of edited) sent.set(key, code);
    };
    if (!isRelinked) sendUpdate();
    await addPackages(packageKeys);
    const all = [...own.modules.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
    const { id: version, text } = maps.script('import { define } from "./croupier_packages.js"; define', all, sheetOf);
    files.add("croupier_modules.js", text);
    // Its URL changes with the code, so that an island that loads later gets the newest modules.
    const stub = (id, names) => {
      const lines = names.map((name) => `export const ${name} = module.${name};`);
      const first = `import "./croupier_modules.js?${version}";\nimport { use } from "./croupier_packages.js";\nconst module = use("entry:${id}");`;
      files.add(`${id}.js`, `${first}\n${lines.join("\n")}`);
    };
    for (const name of islands.keys()) stub(name, ["hydrate", "enhance", "load"]);
    if (entries.some(({ id }) => id === "start")) stub("start", ["start"]);
    const sheetsOf = (key) =>
      [...own.reachedFrom([key], false)].filter((it) => own.modules.get(it)?.css !== undefined).map(sheetPath);
    return { packages, sheetsOf, sendUpdate, isRelinked };
  }

  /** Adds the script of all packages. */
  async function addPackages(keys) {
    const imports = keys.map(
      (key, at) => `import * as package${at} from ${JSON.stringify(join(root, key.slice("package:".length)))};`,
    );
    const lines = keys.map((key, at) => `provide(${JSON.stringify(key)}, package${at});`);
    const registry = JSON.stringify(join(loader, "bundle/dev/registry.js"));
    const contents = [
      `import { define, provide, use } from ${registry};`,
      ...imports,
      ...lines,
      "export { define, use };",
    ].join("\n");
    const { outputFiles } = await project.run({
      stdin: { contents, resolveDir: loader, loader: "js" },
      format: "esm",
      splitting: false,
    });
    files.add("croupier_packages.js", outputFiles[0].text);
  }

  async function warningsOf() {
    const modules = [...own.modules.values()];
    const warnings = [...project.warnings, ...modules.flatMap((it) => it.warnings)];
    const variables = await privateVariables(
      project,
      modules.map(({ key }) => key).filter((key) => !key.startsWith("entry:")),
    );
    const classes = modules.map(async (it) => {
      it.unknownClasses ??= await unknownClasses(project, it.key, it.sheets);
      return it.unknownClasses;
    });
    return [...ownWarnings({ root, warnings }), ...variables, ...(await Promise.all(classes)).flat()];
  }

  return { build, locate: maps.locate, mapOf: maps.mapOf };
}

/** Returns the names that the code of a module imports and exports, as esbuild writes them. */
const linkedNames = (code) =>
  [...new Set(code.match(/\bimport_\w+\.[\w$]+|^__(?:export|reExport)\([\s\S]*?\);$/gm))].sort().join("\n");

/** Returns the keys of the messages that each island names, as a text. */
const keysOf = (messages) => JSON.stringify([...messages].map(([name, calls]) => [name, calls.map(({ key }) => key)]));

/** Returns the file name of a module's style sheet. */
const sheetOf = (key) => `${key.replace(/[^\w.-]+/g, "_").replace(/\.\w+$/, "")}.css`;
