// Groups files that several entries use into shared chunks, by the set of entries that use them. Small groups are merged.

import { isDynamic } from "./graph.mjs";

/** Cost of an additional request in bytes of code: the request itself, the imports, and the worse compression. */
const REQUEST_BYTES = 500;
/** Compressed bytes per byte of unminified output: the mean of a large site's files. */
const COMPRESSED = 0.25;

/**
 * Groups files into chunks. `owners` maps each file to the ids of the entries that need it. `importersOf` returns the entries that
 * import a lazy component. Returns lists of files. Two groups are merged if the saved requests outweigh the added unused bytes, and
 * if no chunk then imports itself through another one.
 */
export function shareFiles(graph, owners, importersOf) {
  const atoms = new Map();
  for (const file of [...owners.keys()].sort()) {
    const key = [...owners.get(file)].sort().join(" ");
    if (!atoms.has(key)) atoms.set(key, { files: [], owners: new Set(owners.get(file)), bytes: 0 });
    const atom = atoms.get(key);
    atom.files.push(file);
    atom.bytes += (graph.bytes.get(file) ?? 0) * COMPRESSED;
  }
  const chunks = new Set([...atoms.values()].map((atom) => described(atom, importersOf)));
  const linked = links(graph, chunks);
  for (;;) {
    let best;
    const list = [...chunks];
    list.forEach((one, at) => {
      for (const other of list.slice(at + 1)) {
        const gain = gainOf(one, other);
        if (gain > 0 && gain > (best?.gain ?? 0) && !isCyclic(linked, one, other)) best = { one, other, gain };
      }
    });
    if (!best) return list.map(({ files }) => files);
    const { one, other } = best;
    const merged = described(
      {
        files: [...one.files, ...other.files],
        owners: new Set([...one.owners, ...other.owners]),
        bytes: one.bytes + other.bytes,
      },
      importersOf,
    );
    for (const old of [one, other]) chunks.delete(old);
    chunks.add(merged);
    relink(linked, one, other, merged);
  }
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

function gainOf(one, other) {
  const requests = [...one.fetches].filter((entry) => other.fetches.has(entry)).length;
  const wasted = (from, to) => to.bytes * [...from.fetches].filter((entry) => !to.has.has(entry)).length;
  return requests * REQUEST_BYTES - wasted(one, other) - wasted(other, one);
}

/** Maps each chunk to the chunks that it imports. */
function links(graph, chunks) {
  const chunkOf = new Map([...chunks].flatMap((chunk) => chunk.files.map((file) => [file, chunk])));
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
