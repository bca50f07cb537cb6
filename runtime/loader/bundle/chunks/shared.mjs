// Groups files that several entries use into shared chunks, by the set of entries that use them. Small groups are merged.

import { isDynamic } from "./graph.mjs";

/** Cost of an additional request in bytes of code: the request itself, the imports, and the worse compression. */
const REQUEST_BYTES = 500;
/** Compressed bytes per byte of unminified output: the mean of a large site's files. */
const COMPRESSED = 0.25;

/**
 * Groups files into chunks. `owners` maps each file to the pages that need it. `importersOf` returns the pages that load before a lazy
 * component. `fixed` are chunks ({ files, owners }) that stay as they are. `weightOf` returns how much a page counts. Returns lists
 * of files. Two groups are merged if the saved requests outweigh the added unused bytes, and if no chunk then imports itself through
 * another one.
 */
export function shareFiles(graph, owners, { importersOf, fixed, weightOf }) {
  const weigh = (pages) => pages.reduce((sum, page) => sum + weightOf(page), 0);

  const atoms = new Map();
  for (const file of [...owners.keys()].sort()) {
    const key = [...owners.get(file)].sort().join(" ");
    if (!atoms.has(key)) atoms.set(key, { files: [], owners: new Set(owners.get(file)) });
    atoms.get(key).files.push(file);
  }

  const describe = (chunk) => described(withBytes(graph, chunk), importersOf);
  const chunks = new Set([...atoms.values()].map(describe));
  const linked = links(graph, [...chunks, ...fixed.map(describe)]);

  for (;;) {
    let best;
    const list = [...chunks];
    const needs = new Map(list.map((chunk) => [chunk, reachedFrom(linked, chunk)]));

    list.forEach((one, at) => {
      for (const other of list.slice(at + 1)) {
        const gain = gainOf(one, other, { needs, weigh });
        if (gain > 0 && gain > (best?.gain ?? 0) && !isCyclic(linked, one, other)) best = { one, other, gain };
      }
    });
    if (!best) return list.map(({ files }) => files);

    const { one, other } = best;
    const merged = describe({
      files: [...one.files, ...other.files],
      owners: new Set([...one.owners, ...other.owners]),
    });

    for (const old of [one, other]) chunks.delete(old);
    chunks.add(merged);
    relink(linked, one, other, merged);

    // Pages that need one of the two groups now load all chunks that the other one imports.
    for (const chunk of reachedFrom(linked, merged)) {
      for (const page of merged.owners) chunk.owners.add(page);
      Object.assign(chunk, described(chunk, importersOf));
    }
  }
}

/** Adds the estimated size of a chunk after compression. */
const withBytes = (graph, chunk) => ({
  ...chunk,
  bytes: chunk.files.reduce((sum, file) => sum + (graph.bytes.get(file) ?? 0) * COMPRESSED, 0),
});

/** Returns the chunks that a chunk imports, directly or indirectly. */
function reachedFrom(linked, chunk) {
  const found = new Set(linked.get(chunk));
  for (const at of found) for (const next of linked.get(at)) found.add(next);
  return found;
}

/** Adds `has`, the entries that have the chunk after loading, and `fetches`, the entries that must fetch it. */
function described(chunk, importersOf) {
  const isLoadedBefore = (entry, has) => {
    const importers = importersOf(entry);
    return importers.length > 0 && importers.every((it) => has.has(it));
  };

  const has = new Set(chunk.owners);
  // A lazy component has the chunk if all entries that import it have it.
  for (let size = -1; size !== has.size; ) {
    size = has.size;
    for (const entry of importersOf.parts) if (!has.has(entry) && isLoadedBefore(entry, has)) has.add(entry);
  }

  const fetches = new Set([...chunk.owners].filter((entry) => !isLoadedBefore(entry, has)));
  return { ...chunk, has, fetches };
}

function gainOf(one, other, { needs, weigh }) {
  const requests = weigh([...one.fetches].filter((page) => other.fetches.has(page)));
  if (!requests) return 0;
  const lacking = (from, to) => weigh([...from.fetches].filter((page) => !to.has.has(page)));
  const wasted = (from, to) =>
    [to, ...needs.get(to)].reduce((sum, it) => (it === from ? sum : sum + it.bytes * lacking(from, it)), 0);
  return requests * REQUEST_BYTES - wasted(one, other) - wasted(other, one);
}

/** Maps each chunk to the chunks that it imports. */
function links(graph, chunks) {
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.files.map((file) => [file, chunk])));
  const linked = new Map();

  for (const chunk of chunks) {
    const targets = chunk.files.flatMap((file) => graph.files.get(file).filter((it) => !isDynamic(it)));
    linked.set(chunk, new Set(targets.map(({ to }) => chunkOf.get(to)).filter((it) => it && it !== chunk)));
  }

  return linked;
}

function relink(linked, one, other, merged) {
  const targets = new Set([...linked.get(one), ...linked.get(other)]);
  for (const old of [one, other]) {
    linked.delete(old);
    targets.delete(old);
  }

  for (const list of linked.values()) if (list.delete(one) | list.delete(other)) list.add(merged);
  linked.set(merged, targets);
}

/** Returns whether one of two chunks imports the other through a third one. */
function isCyclic(linked, one, other) {
  const through = (from, to) => {
    const found = new Set([...linked.get(from)].filter((it) => it !== to));
    for (const at of found) {
      if (at === to) return true;
      for (const next of linked.get(at)) found.add(next);
    }
    return false;
  };

  return through(one, other) || through(other, one);
}
