// The manifest that the generator reads: what each island needs, what comes at which moment, what the service worker keeps.

/** The chunks that a chunk imports at once, directly or not. */
export function importsOf(chunks, id) {
  const found = new Set(chunks.get(id).imports);
  for (const at of found) for (const to of chunks.get(at).imports) found.add(to);
  return [...found].sort();
}

/** Scripts and style sheets of a chunk and of all that it imports, as files to be named. */
export function filesOf(chunks, id) {
  const all = [id, ...importsOf(chunks, id)];
  return {
    js: all.map((it) => `${it}.js`),
    css: all.filter((it) => chunks.get(it).css !== undefined).map((it) => `${it}.css`),
  };
}

/** Files by the moment that brings them, each once: before load, at idle, with the first touch of the islands `shell`. */
export function momentsOf(chunks, names, shell) {
  const seen = new Set();
  const fresh = (files) => files.filter((file) => !seen.has(file) && seen.add(file)).map(names.path);
  const of = (ids) => ids.flatMap((id) => Object.values(filesOf(chunks, id)).flat()).sort();
  return {
    before_load: fresh(["boot.js"]),
    idle: fresh(["deferred.js"]),
    first_touch: fresh(of(shell)),
    // What of the site's own start is not there by then: for players, and where a service is switched on, it comes at idle.
    start: fresh(of(chunks.has("start") ? ["start"] : [])),
  };
}

/** One island of the manifest. */
export function islandOf({ chunks, names, parts }, name) {
  return {
    ...describe(chunks, names, name),
    parts: parts.filter(({ family }) => family === name).map((it) => partOf({ chunks, names }, it)),
  };
}

/** One part of the manifest. */
export const partOf = ({ chunks, names }, { id, name }) => ({ name, ...describe(chunks, names, id) });

function describe(chunks, names, id) {
  const { js, css } = filesOf(chunks, id);
  const [own, ...imports] = js.map(names.path);
  return { js: own, css: css.map(names.path), imports };
}
