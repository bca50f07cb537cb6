// Reads the files of chunks with those that they import: for the manifest that the generator reads, and for the scripts that browsers
// compile as a whole.

import { SESSION } from "./chunks/assign.mjs";

/** Returns the chunks that a chunk imports statically, directly or indirectly. */
export function importsOf(chunks, id) {
  const found = new Set(chunks.get(id).imports);
  for (const at of found) for (const to of chunks.get(at).imports) found.add(to);
  return [...found].sort();
}

/**
 * Returns scripts and style sheets of a chunk and of its imports, as file names without hashes. Its own script is first. Its own style
 * sheet is last, so that its rules override those of the components that it imports.
 */
export function filesOf(chunks, id) {
  const js = [id, ...importsOf(chunks, id)];
  const css = importsFirst(chunks, id).filter((it) => chunks.get(it).css !== undefined);
  return { js: js.map((it) => `${it}.js`), css: css.map((it) => `${it}.css`) };
}

/** Returns a chunk and its imports, each after those that it imports. */
function importsFirst(chunks, id, seen = new Set()) {
  if (seen.has(id)) return [];
  seen.add(id);
  return [...chunks.get(id).imports.flatMap((to) => importsFirst(chunks, to, seen)), id];
}

/** Returns files by loading phase, each file once: before load, at idle, on first use of the islands in `shell`, and for the start. */
export function loadPhasesOf(chunks, names, shell) {
  const seen = new Set();
  const fresh = (files) => files.filter((file) => !seen.has(file) && seen.add(file)).map(names.path);
  const of = (ids) => ids.flatMap((id) => Object.values(filesOf(chunks, id)).flat()).sort();

  return {
    before_load: fresh(["boot.js"]),
    idle: fresh(["deferred.js"]),
    first_touch: fresh(of(shell)),
    // The remaining files of the site's own start chunk. They load at idle if `<html>` has the attribute `data-start`.
    start: fresh(of(chunks.has("start") ? ["start"] : [])),
  };
}

/** Returns the manifest entry of an island. */
export function islandOf({ chunks, names, parts }, name) {
  return {
    ...describe(chunks, names, name),
    parts: parts.filter(({ family }) => family === name).map((it) => partOf({ chunks, names }, it)),
  };
}

/** Returns the manifest entry of a lazy component. */
export const partOf = ({ chunks, names }, { id, name }) => ({ name, ...describe(chunks, names, id) });

function describe(chunks, names, id) {
  const { js, css } = filesOf(chunks, id);
  const [own, ...imports] = js.map(names.path);
  return { js: own, css: css.map(names.path), imports };
}

/**
 * With this comment, Chromium compiles all functions of a script in a background thread while the script loads. Without it, the main
 * thread compiles each function at its first call. Other browsers ignore the comment.
 */
const HINT = "//# allFunctionsCalledOnLoad\n";
/** Characters from which a script gets the hint. In smaller ones, it costs more bytes than it saves time. */
const MIN_LENGTH = 7000;

/**
 * Returns a function that adds the hint to the script of a chunk: to React, because it is large and every island calls most of it, and
 * to the chunks that a page with `compileAhead` loads.
 */
export function compileHints(chunks, pages, vendor) {
  const entries = Object.values(pages).flatMap(({ entries, compileAhead }) => (compileAhead ? entries : []));
  const hinted = new Set([vendor, ...entries.flatMap((id) => [id, ...importsOf(chunks, id)])]);
  // Most functions of the session run only when a user signs in.
  hinted.delete(SESSION);
  return (id, js) => (hinted.has(id) && js.length >= MIN_LENGTH ? HINT + js : js);
}
