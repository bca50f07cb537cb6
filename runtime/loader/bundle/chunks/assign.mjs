// Assigns each file to a chunk: the chunk of the only entry that needs it, or a chunk that several entries share.

import { basename, dirname } from "node:path";
import { packageOf, SourceError } from "../esbuild.mjs";
import { REACT, REACT_PACKAGES } from "../react.mjs";
import { isDynamic } from "./graph.mjs";
import { shareFiles } from "./shared.mjs";

/** Loading phases of an entry: when the page is idle, on first use of the base layout's islands, or later. */
const IDLE = 0;
const TOUCH = 1;
const LATER = 2;

/** Names of the chunks with a fixed purpose: React, and the files that the site's start chunk shares with islands. */
export const VENDOR = "vendor";
export const SESSION = "session";

/**
 * Assigns the files of a graph to chunks. `entries` are ({ id, loadPhase, key }). Each target of an `import()` becomes another entry,
 * a lazy component. Returns the chunk of each file, all entries, the ids of shared chunks, and the chunks with importers first.
 */
export function assign({ site, islands }, graph, entries) {
  const { all, owners } = withOwners({ site, islands }, graph, entries);
  assertPages(site.pages, new Set(all.map(({ id }) => id)));

  const chunkOf = new Map();
  for (const [file, by] of owners) chunkOf.set(file, fixedChunk(graph, file, by, all));
  if ([...chunkOf.values()].includes(VENDOR))
    for (const { key } of REACT) for (const file of reached(graph, key)) chunkOf.set(file, VENDOR);

  const shared = assignShared(graph, { all, owners, chunkOf, pages: site.pages });

  // An island's entry registers the lazy components that its common chunk loads.
  for (const { id, key } of entries)
    if ([...chunkOf].some(([file, at]) => at === `${id}_common` && graph.files.get(file).some(isDynamic)))
      graph.files.get(key).push({ to: graph.loadPart, kind: "import-statement", original: "" });

  return { chunkOf, entries: all, shared, order: inOrder(graph, chunkOf) };
}

/** Throws if a page of the settings has an unknown entry, or the name of an entry. */
function assertPages(pages, ids) {
  for (const [page, { entries = [] }] of Object.entries(pages)) {
    if (ids.has(page))
      throw new SourceError(`the page \`${page}\` of bundle.config.mjs has the name of an entry; rename it`);

    const unknown = entries.filter((id) => !ids.has(id));
    if (unknown.length > 0)
      throw new SourceError(
        `the page \`${page}\` of bundle.config.mjs has unknown entries: ${unknown.join(", ")}. Known are: ${[...ids].sort().join(", ")}`,
      );
  }
}

/** Returns the loading phase of an entry. */
export const loadPhaseOf = (kind, isShell) => (kind === "start" ? IDLE : isShell ? TOUCH : LATER);

/**
 * Returns all entries, and the entries that need each file. A file of a package that is also imported at once is no lazy component:
 * its `import()` gets the module that is already loaded.
 */
function withOwners(project, graph, entries) {
  for (;;) {
    const all = withParts(project, graph, entries);
    const owners = new Map();
    for (const entry of all)
      for (const file of reached(graph, entry.key)) owners.set(file, [...(owners.get(file) ?? []), entry]);

    const isEager = ({ key, isPart }) => isPart && packageOf(key) && owners.get(key).some((it) => !it.isPart);
    const eager = new Set(all.filter(isEager).map(({ key }) => key));

    if (!eager.size) return { all, owners };
    for (const it of [...graph.files.values()].flat()) if (eager.has(it.to)) it.isEager = true;
  }
}

function withParts({ site, islands }, graph, entries) {
  const all = [...entries];
  const ids = new Set(all.map(({ id }) => id));

  for (const entry of all)
    for (const file of reached(graph, entry.key))
      for (const { to } of graph.files.get(file).filter(isDynamic)) {
        if (all.some(({ key }) => key === to)) continue;

        const family = islandOf(islands, file) ?? (file === site.start ? "start" : basename(dirname(file)));
        const own = to.replace(/^.*\/|\.\w+$/g, "");
        const name = packageOf(to) === packageOf(file) ? own : (packageOf(to) ?? own);

        const wanted = `${family}-${name}`.replace(/[^\w-]/g, "");
        let id = wanted;
        for (let count = 2; ids.has(id); count++) id = `${wanted}-${count}`;
        ids.add(id);
        all.push({ id, key: to, name, family, loadPhase: LATER, isPart: true, from: file });
      }
  return all;
}

/** Returns all files that `key` imports statically, directly or indirectly, including itself. */
export function reached(graph, key) {
  const found = new Set([key]);
  for (const file of found) for (const it of graph.files.get(file) ?? []) if (!isDynamic(it)) found.add(it.to);
  return found;
}

/** Returns the chunk of a file if it is determined; `undefined` if the file belongs in a shared chunk. */
function fixedChunk(graph, file, owners, all) {
  const own = all.find(({ key }) => key === file);
  if (own?.isPart) {
    const other = owners.find((it) => it !== own && !it.isPart);
    if (other)
      throw new SourceError(
        `${file} is a part by import() in ${own.from}, but it is also imported at once: ${importPath(graph, other.key, file)}`,
      );
    return own.id;
  }

  const idle = owners.find((it) => it.loadPhase === IDLE);
  if (REACT_PACKAGES.includes(packageOf(file))) {
    if (idle)
      throw new SourceError(`code that runs at idle must not bring React: ${importPath(graph, idle.key, file)}`);
    return VENDOR;
  }

  if (owners.length === 1) return owners[0].id;
  return idle ? SESSION : undefined;
}

/** Assigns the files without a fixed chunk. Returns the ids of all shared chunks. */
function assignShared(graph, { all, owners, chunkOf, pages }) {
  const entryOf = new Map(all.map((entry) => [entry.id, entry]));
  const pagesOf = (list = []) => [...new Set(list.flatMap((entry) => pagesWith(pages, entry)))];
  const importersOf = createImporters(graph, { all, owners, pagesOf });
  const free = [...chunkOf].filter(([, id]) => id === undefined).map(([file]) => file);

  // Files that only one island and its lazy components use get a chunk of their own: the island's entry registers the components.
  const groups = new Map();
  for (const file of free) {
    const families = new Set(owners.get(file).map(({ family }) => family));
    const [family] = families;
    const isCommon = families.size === 1 && owners.get(file).some((it) => !it.isPart);
    const key = isCommon ? `${family}_common` : "";
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }

  const taken = new Set(all.map(({ id }) => id));
  const fixed = fixedChunks({ owners, chunkOf, pagesOf });

  for (const [key, files] of groups) {
    if (key) {
      for (const file of files) chunkOf.set(file, key);
      taken.add(key);
      continue;
    }

    const ids = new Map(files.map((file) => [file, pagesOf(owners.get(file))]));
    let count = 0;
    const weightOf = (page) => pages[page]?.weight ?? 1;

    for (const list of shareFiles(graph, ids, { importersOf, fixed, weightOf })) {
      // Importing chunks repeat the name, so it is short.
      do count += 1;
      while (taken.has(`s${count}`));
      for (const file of list) chunkOf.set(file, `s${count}`);
    }
  }

  return [...new Set(chunkOf.values())].filter((id) => !entryOf.has(id));
}

/**
 * Returns the chunks ({ files, owners }) that are determined. Shared files can import React, the session, and a lazy component that other
 * ones import at once.
 */
function fixedChunks({ owners, chunkOf, pagesOf }) {
  const chunks = new Map();
  for (const [file, id] of chunkOf) {
    if (id === undefined) continue;
    const chunk = chunks.get(id) ?? { files: [], owners: new Set() };
    chunk.files.push(file);
    for (const page of pagesOf(owners.get(file))) chunk.owners.add(page);
    chunks.set(id, chunk);
  }
  return [...chunks.values()];
}

/** Returns the pages that load an entry. An entry that is on no page of the settings is a page of its own. */
function pagesWith(pages, { id }) {
  const found = Object.keys(pages).filter((name) => pages[name].entries.includes(id));
  return found.length ? found : [id];
}

/** Returns a function from the page of a lazy component to the pages that import it; the list is empty for other pages. */
function createImporters(graph, { all, owners, pagesOf }) {
  const importers = new Map();
  for (const [file, imports] of graph.files)
    for (const { to } of imports.filter(isDynamic)) {
      const part = all.find(({ key }) => key === to);
      if (!part || !pagesOf([part]).includes(part.id)) continue;

      const pages = pagesOf(owners.get(file)).filter((id) => id !== part.id);
      importers.set(part.id, [...new Set([...(importers.get(part.id) ?? []), ...pages])]);
    }

  return Object.assign((id) => importers.get(id) ?? [], { parts: [...importers.keys()] });
}

/** Returns the name of the island whose folder contains a file. */
const islandOf = (islands, file) => [...islands].find(([, folder]) => file.startsWith(`${folder}/`))?.[0];

/** Returns the import path from one file to another, as text. */
function importPath(graph, from, to) {
  const before = new Map([[from, undefined]]);
  for (const file of before.keys())
    for (const it of graph.files.get(file) ?? []) if (!isDynamic(it) && !before.has(it.to)) before.set(it.to, file);
  const steps = [];
  for (let at = to; at !== undefined; at = before.get(at)) steps.unshift(at.replace(/^entry:/, ""));
  return steps.join(" > ");
}

/** Returns the chunks, importers first. Throws if chunks import each other, because one would run before its dependency. */
function inOrder(graph, chunkOf) {
  const needs = new Map([...new Set(chunkOf.values())].map((id) => [id, new Map()]));
  for (const [file, from] of chunkOf)
    for (const it of graph.files.get(file)) {
      const to = chunkOf.get(it.to);
      if (!isDynamic(it) && to !== from) needs.get(from).set(to, `${file} imports ${it.to}`);
    }

  const order = [];
  const state = new Map();

  const visit = (id, path) => {
    if (state.get(id) === "done") return;
    if (state.get(id) === "open") {
      const circle = [...path.slice(path.indexOf(id)), id];
      const why = circle.slice(1).map((to, at) => needs.get(circle[at]).get(to));
      throw new SourceError(`chunks import each other: ${why.join("; ")}`);
    }

    state.set(id, "open");
    for (const to of needs.get(id).keys()) visit(to, [...path, id]);
    state.set(id, "done");
    order.unshift(id);
  };

  for (const id of [...needs.keys()].sort()) visit(id, []);
  return order.map((id) => ({ id, imports: [...needs.get(id).keys()] }));
}
