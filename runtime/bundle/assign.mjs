// Which chunk each file lies in: with the one entry that needs it, or in the group of its folder where several do.

import { Mistake, packageOf } from "./esbuild.mjs";
import { isDynamic } from "./graph.mjs";
import { REACT } from "./react.mjs";

/** When code is wanted: with the page at rest, with the first touch of the shell, or with what a player opens. */
const IDLE = 0;
const TOUCH = 1;
const LATER = 2;

/**
 * Assigns the files of a graph as `site` says. `entries` are ({ id, moment, key }); each target of an `import()` becomes one more, a part.
 * Gives the chunk of each file, the entries with the parts, and the chunks in an order in which each stands before those
 * that it imports.
 */
export function assign(site, graph, entries) {
  const all = withParts(site, graph, entries);
  const owners = new Map();
  for (const entry of all)
    for (const file of reached(graph, entry.key)) owners.set(file, [...(owners.get(file) ?? []), entry]);
  const chunkOf = new Map();
  for (const [file, by] of owners) chunkOf.set(file, chunk(site, graph, file, by, all));
  const [react] = site.groups;
  if ([...chunkOf.values()].includes(react.name))
    for (const { key } of REACT) for (const file of reached(graph, key)) chunkOf.set(file, react.name);
  // An island's entry names the parts that its common chunk asks for.
  for (const { id, key } of entries)
    if ([...chunkOf].some(([file, at]) => at === `${id}_common` && graph.files.get(file).some(isDynamic)))
      graph.files.get(key).push({ to: graph.loadPart, kind: "import-statement", original: "" });
  return { chunkOf, entries: all, order: inOrder(graph, chunkOf) };
}

/** The moment of an entry of the runtime. */
export const momentOf = (kind, isShell) => (kind === "start" ? IDLE : isShell ? TOUCH : LATER);

function withParts(site, graph, entries) {
  const all = [...entries];
  for (const entry of all)
    for (const file of reached(graph, entry.key))
      for (const { to } of graph.files.get(file).filter(isDynamic)) {
        if (all.some(({ key }) => key === to)) continue;
        const family =
          islandOf(site, file) ?? (file === site.start ? "start" : (groupOf(site, file)?.name ?? entry.family));
        const name = packageOf(to) ?? to.replace(/^.*\/|\.\w+$/g, "");
        const id = `${family}-${name.replace(/^@|[^\w-]/g, "")}`;
        const twin = all.find((it) => it.id === id);
        if (twin) throw new Mistake(`${twin.key} and ${to} would both be the part ${id}: rename one of them`);
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

function chunk(site, graph, file, owners, all) {
  const own = all.find(({ key }) => key === file);
  const moment = Math.min(...owners.map((it) => it.moment));
  const group = groupOf(site, file) ?? groupOfImporters(site, graph, file);
  if (own?.isPart) {
    const other = owners.find((it) => it !== own && !it.isPart);
    if (other)
      throw new Mistake(
        `${file} is a part by import() in ${own.from}, but it is also imported at once: ${way(graph, other.key, file)}`,
      );
    return own.id;
  }
  if (group === site.groups[0]) {
    if (moment === IDLE)
      throw new Mistake(
        `what stands at idle must not bring React: ${way(graph, owners.find((it) => it.moment === IDLE).key, file)}`,
      );
    return group.name;
  }
  if (owners.length === 1) return owners[0].id;
  if (moment === IDLE) return site.groups[1].name;
  const named = ({ name }) => (moment === TOUCH ? name : `${name}_lazy`);
  if (group) return named(group);
  const family = owners[0].family;
  if (owners.some((it) => it.family !== family)) {
    const rest = site.groups.find((it) => it.rest);
    if (rest) return named(rest);
    const what = packageOf(file) ?? file;
    const by = [...new Set(owners.map(({ id }) => id))].join(", ");
    throw new Mistake(
      `${what} is needed by ${by}: name it in a group of bundle.config.mjs, so that they share one copy`,
    );
  }
  return owners.some((it) => !it.isPart) ? `${family}_common` : `${family}_lazy`;
}

function groupOf({ groups }, file) {
  const name = packageOf(file);
  if (name) return groups.find(({ packages }) => packages.includes(name));
  const claims = groups.flatMap((group) => group.folders.map((folder) => ({ group, folder })));
  const fitting = claims.filter(({ folder }) => file === folder || file.startsWith(`${folder}/`));
  return fitting.sort((one, other) => other.folder.length - one.folder.length)[0]?.group;
}

/** The earliest group of the packages that need this one, where nobody else does. */
function groupOfImporters({ groups: all }, graph, file) {
  const name = packageOf(file);
  const importers = [...graph.files].filter(([, imports]) => imports.some((it) => packageOf(it.to) === name));
  const packages = new Set(importers.map(([key]) => packageOf(key)).filter((it) => it !== name));
  const groups = [...packages].map((it) => all.find((group) => group.packages.includes(it)));
  return name && groups.every(Boolean) ? all.find((group) => groups.includes(group)) : undefined;
}

const islandOf = ({ islands }, file) =>
  file.startsWith(`${islands}/`) ? file.slice(islands.length + 1).split("/")[0] : undefined;

/** The imports that lead from one file to another, as words. */
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
