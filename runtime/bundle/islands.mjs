// The islands of a runtime: each folder of the site's islands that has an island.tsx, with the shape of its props.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { momentOf, SESSION, VENDOR } from "./assign.mjs";
import { Mistake } from "./esbuild.mjs";

/** What the browser starts with: every island, and the site's own code for idle time where there is some. */
export async function readEntries({ root, loader, site }) {
  const all = join(root, site.islands);
  const folders = existsSync(all) ? (await readdir(all)).sort() : [];
  const islands = folders.filter((name) => existsSync(join(all, name, "island.tsx")));
  const taken = islands.find((name) => ["start", VENDOR, SESSION].includes(name));
  if (taken) throw new Mistake(`${site.islands}/${taken} has the name of a chunk of the bundle: rename it`);
  const entry = (id, kind, contents) => ({
    id,
    key: `entry:${id}`,
    family: id,
    moment: momentOf(kind, site.shell.includes(id)),
    contents,
  });
  const seam = (file) => JSON.stringify(join(loader, "src/island", file));
  const contentsOf = (name) => `import { Island } from "./${site.islands}/${name}/island";
import { hydrated } from ${seam("hydrated")};
import { prepared } from ${seam("prepared")};
export const hydrate = prepared(Island, hydrated(Island));`;
  const entries = islands.map((name) => entry(name, "island", contentsOf(name)));
  if (existsSync(join(root, site.start))) entries.push(entry("start", "start", `export * from "./${site.start}";`));
  return { islands, entries };
}

/** The declared shape of an island's props, which the generator holds every use of it against. */
export async function readShape({ root, site }, name) {
  const file = `${site.islands}/${name}/props.schema.json`;
  if (!existsSync(join(root, file))) throw new Mistake(`${file} is missing: it says what props the island takes`);
  try {
    return JSON.parse(await readFile(join(root, file), "utf8"));
  } catch (error) {
    throw new Mistake(`${file} is no JSON: ${error.message}`);
  }
}
