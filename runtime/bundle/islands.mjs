// The islands of a runtime: each folder of widgets/ that has an island.tsx, with the shape of its props.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { momentOf } from "./assign.mjs";
import { Mistake } from "./esbuild.mjs";
import { GROUPS, SHELL } from "./table.mjs";

const WIDGETS = "src/casino/widgets";

/** What the browser starts with: every island, and the site's own code for idle time where there is some. */
export async function readEntries(root) {
  const folders = existsSync(join(root, WIDGETS)) ? (await readdir(join(root, WIDGETS))).sort() : [];
  const islands = folders.filter((name) => existsSync(join(root, WIDGETS, name, "island.tsx")));
  const taken = islands.find((name) => name === "start" || GROUPS.some((group) => group.name === name));
  if (taken) throw new Mistake(`${WIDGETS}/${taken} has the name of a group of code: rename it`);
  const entries = islands.map((name) => entry(name, "island", contentsOf(name)));
  const start = "src/casino/start.ts";
  if (existsSync(join(root, start))) entries.push(entry("start", "start", `export * from "./${start}";`));
  return { islands, entries };
}

const entry = (id, kind, contents) => ({
  id,
  key: `entry:${id}`,
  family: id,
  moment: momentOf(kind, SHELL.includes(id)),
  contents,
});

const contentsOf = (name) => `import { Island } from "./${WIDGETS}/${name}/island";
import { hydrated } from "./src/casino/ui/hydrated";
import { prepared } from "./src/casino/ui/prepared";
export const hydrate = prepared(Island, hydrated(Island));`;

/** The declared shape of an island's props, which the generator holds every use of it against. */
export async function readShape(root, name) {
  const file = `${WIDGETS}/${name}/props.schema.json`;
  if (!existsSync(join(root, file))) throw new Mistake(`${file} is missing: it says what props the island takes`);
  return JSON.parse(await readFile(join(root, file), "utf8"));
}
