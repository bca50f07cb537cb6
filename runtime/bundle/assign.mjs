// Decides which chunk each file is in: that of the one entry that needs it, or one that several entries share.

import { basename, dirname } from "node:path";
import { Mistake, packageOf } from "./esbuild.mjs";
import { isDynamic } from "./graph.mjs";
import { REACT } from "./react.mjs";
import { shareFiles } from "./shared.mjs";

/** When code is needed: with the page at rest, with the first use of the base layout's islands, or later. */
const IDLE = 0;
const TOUCH = 1;
const LATER = 2;

/** Names of the chunks that have a fixed purpose: React, and what the site's start shares with islands. */
export const VENDOR = "vendor";
export const SESSION = "session";
const REACT_PACKAGES = ["react", "react-dom", "scheduler"];

/**
 * Assigns the files of a graph to chunks. `entries` are ({ id, moment, key }); each target of an `import()` becomes one more,
 * a part. Returns the chunk of each file, the entries with the parts, the ids of shared chunks, and the chunks in an order
 * in which importers come before what they import.
 */
export function assign({ site, islands }, graph, entries) {
  const all = withParts({ site, islands }, graph, entries);
  const owners = new Map();
  for (const entry of all)
    for (const file of reached(graph, entry.key)) owners.set(file, [...(owners.get(file) ?? []), entry]);
  const chunkOf = new Map();
  for (const [file, by] of owners) chunkOf.set(file, fixedChunk(graph, file, by, all));
  if ([...chunkOf.values()].includes(VENDOR))
    for (const { key } of REACT) for (const file of reached(graph, key)) chunkOf.set(file, VENDOR);
  const shared = assignShared(graph, { all, owners, chunkOf });
  // An island's entry names the parts that its common chunk asks for.
  for (const { id, key } of entries)
    if ([...chunkOf].some(([file, at]) => at === `${id}_common` && graph.files.get(file).some(isDynamic)))
      graph.files.get(key).push({ to: graph.loadPart, kind: "import-statement", original: "" });
  return { chunkOf, entries: all, shared, order: inOrder(graph, chunkOf) };
}

/** The moment of an entry of the runtime. */
export const momentOf = (kind, isShell) => (kind === "start" ? IDLE : isShell ? TOUCH : LATER);

function withParts({ site, islands }, graph, entries) {
  const all = [...entries];
  const ids = new Set(all.map(({ id }) => id));
  for (const entry of all)
    for (const file of reached(graph, entry.key))
      for (const { to } of graph.files.get(file).filter(isDynamic)) {
        if (all.some(({ key }) => key === to)) continue;
        const family = islandOf(islands, file) ?? (file === site.start ? "start" : basename(dirname(file)));
        const name = packageOf(to) ?? to.replace(/^.*\/|\.\w+$/g, "");
        const wanted = `${family}-${name.replace(/^@|[^\w-]/g, "")}`;
        let id = wanted;
        for (let count = 2; ids.has(id); count++) id = `${wanted}-${count}`;
        ids.add(id);
        all.push({ id, key: to, name, family, moment: LATER, isPart: true, from: file });
      }
  return all;
}

/** Every file that `key` imports at once, directly or not, itself included. */
export function reached(graph, key) {
  const found = new Set([key]);
  for (const file of found) for (const it of graph.files.get(file) ?? []) if (!isDynamic(it)) found.add(it.to);
  return found;
}

/** The chunk of a file that is not shared by choice; undefined for one that is. */
function fixedChunk(graph, file, owners, all) {
  const own = all.find(({ key }) => key === file);
  if (own?.isPart) {
    const other = owners.find((it) => it !== own && !it.isPart);
    if (other)
      throw new Mistake(
        `${file} is a part by import() in ${own.from}, but it is also imported at once: ${way(graph, other.key, file)}`,
      );
    return own.id;
  }
  const idle = owners.find((it) => it.moment === IDLE);
  if (REACT_PACKAGES.includes(packageOf(file))) {
    if (idle) throw new Mistake(`what stands at idle must not bring React: ${way(graph, idle.key, file)}`);
    return VENDOR;
  }
  if (owners.length === 1) return owners[0].id;
  return idle ? SESSION : undefined;
}

/** Assigns the files that have no fixed chunk. Returns the ids of all shared chunks. */
function assignShared(graph, { all, owners, chunkOf }) {
  const entryOf = new Map(all.map((entry) => [entry.id, entry]));
  const askersOf = createAskers(graph, all, owners);
  const free = [...chunkOf].filter(([, id]) => id === undefined).map(([file]) => file);
  // Files of one island and its parts stay apart, because the island's entry names the parts for them.
  const groups = new Map();
  for (const file of free) {
    const families = new Set(owners.get(file).map(({ family }) => family));
    const [family] = families;
    const isCommon = families.size === 1 && owners.get(file).some((it) => !it.isPart);
    const key = isCommon ? `${family}_common` : "";
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  const taken = new Set(all.map(({ id }) => id));
  for (const [key, files] of groups) {
    if (key) {
      for (const file of files) chunkOf.set(file, key);
      taken.add(key);
      continue;
    }
    const ids = new Map(files.map((file) => [file, owners.get(file).map(({ id }) => id)]));
    for (const list of shareFiles(graph, ids, askersOf)) {
      const name = nameOf(graph, list, taken);
      taken.add(name);
      for (const file of list) chunkOf.set(file, name);
    }
  }
  return [...new Set(chunkOf.values())].filter((id) => !entryOf.has(id));
}

/** The function that gives the entries which ask for a part by `import()`; none for other entries. */
function createAskers(graph, all, owners) {
  const askers = new Map();
  for (const [file, imports] of graph.files)
    for (const { to } of imports.filter(isDynamic)) {
      const part = all.find(({ key }) => key === to);
      const ids = (owners.get(file) ?? []).map(({ id }) => id).filter((id) => id !== part?.id);
      if (part) askers.set(part.id, [...new Set([...(askers.get(part.id) ?? []), ...ids])]);
    }
  return Object.assign((id) => askers.get(id) ?? [], { parts: [...askers.keys()] });
}

/** A name for a shared chunk: the folder that most of its code is in. */
function nameOf(graph, files, taken) {
  const sizes = new Map();
  for (const file of files) {
    const folder = packageOf(file) ?? basename(dirname(file));
    sizes.set(folder, (sizes.get(folder) ?? 0) + (graph.bytes.get(file) ?? 0));
  }
  const [[folder]] = [...sizes].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  const wanted = `${folder.replace(/^@|[^\w-]/g, "")}_shared`;
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`;
  return name;
}

/** The island in whose folder a file is. */
const islandOf = (islands, file) => [...islands].find(([, folder]) => file.startsWith(`${folder}/`))?.[0];

/** The imports from one file to another, as text. */
function way(graph, from, to) {
  const before = new Map([[from, undefined]]);
  for (const file of before.keys())
    for (const it of graph.files.get(file) ?? []) if (!isDynamic(it) && !before.has(it.to)) before.set(it.to, file);
  const steps = [];
  for (let at = to; at !== undefined; at = before.get(at)) steps.unshift(at.replace(/^entry:/, ""));
  return steps.join(" > ");
}

/** The chunks, importers first; fails where two import each other, since one would run before what it needs. */
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
      throw new Mistake(`chunks import each other: ${why.join("; ")}`);
    }
    state.set(id, "open");
    for (const to of needs.get(id).keys()) visit(to, [...path, id]);
    state.set(id, "done");
    order.unshift(id);
  };
  for (const id of [...needs.keys()].sort()) visit(id, []);
  return order.map((id) => ({ id, imports: [...needs.get(id).keys()] }));
}
