// Chooses the scripts that browsers compile as a whole.

import { SESSION } from "./chunks/assign.mjs";
import { importsOf } from "./manifest.mjs";

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
