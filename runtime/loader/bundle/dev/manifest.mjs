// The manifest of a development bundle, which describes its files for the generator.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ownInputs } from "../esbuild.mjs";
import { privateVariables } from "../imports/environment.mjs";
import { addLoader } from "../loader.mjs";
import { unknownClasses } from "../report/class_names.mjs";
import { ownWarnings } from "../report/failure.mjs";
import { readPropsSchema } from "../site.mjs";
import { isPackage } from "./modules.mjs";
import { PACKAGES_SHEET, sheetOf } from "./scripts.mjs";

/** Adds the loader to the files, and returns the manifest. `own` are the modules of the project. */
export async function describe(project, own, files, { islands, entries, styles: { assets, pages }, messages }) {
  const hasStart = entries.some(({ id }) => id === "start");
  const { head, rules } = await addLoader(project, files, { hasStart, shell: [] });
  const schema = join(project.root, "config.schema.json");

  return {
    boot: files.path("boot.js"),
    styles: files.path("site.css"),
    head,
    rules,
    islands: await describeIslands(project, own, files, islands, messages),
    start: hasStart ? files.path("start.js") : undefined,
    config: existsSync(schema) ? JSON.parse(await readFile(schema, "utf8")) : undefined,
    assets: {
      ...Object.fromEntries([...project.urls].sort()),
      ...assets,
      ...Object.fromEntries(["site.css", ...pages].map((file) => [file, files.path(file)])),
    },
    load_phases: { before_load: [files.path("boot.js")] },
    inputs: ownInputs(project),
    warnings: await warningsOf(project, [...own.modules.values()]),
    server: "server.cjs",
  };
}

async function describeIslands(project, own, files, islands, messages) {
  const described = {};
  for (const [name, folder] of islands) {
    const reached = [...own.reachedFrom([`entry:${name}`], false)];
    const sheets = reached.filter((key) => own.modules.get(key)?.css !== undefined).map(sheetOf);
    if (reached.some(isPackage)) sheets.unshift(PACKAGES_SHEET);

    described[name] = {
      js: files.path(`${name}.js`),
      css: sheets.filter(files.has).map(files.path),
      imports: [files.path("croupier_packages.js")],
      props: await readPropsSchema(project, folder),
      messages: messages.get(name),
    };
  }

  return described;
}

/** Returns the warnings of the project and of its modules. The unknown classes of a module are searched once. */
async function warningsOf(project, modules) {
  const warnings = [...project.warnings, ...modules.flatMap((it) => it.warnings)];
  const keys = modules.map(({ key }) => key).filter((key) => !key.startsWith("entry:"));
  const variables = await privateVariables(project, keys);

  const classes = modules.map(async (it) => {
    it.unknownClasses ??= await unknownClasses(project, it.key, it.sheets);
    return it.unknownClasses;
  });

  return [...ownWarnings({ root: project.root, warnings }), ...variables, ...(await Promise.all(classes)).flat()];
}
