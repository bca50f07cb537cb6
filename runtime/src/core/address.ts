// Addresses as the site writes them: which page a path means, and where that page's data lies.

/** The canonical form of a path: a final slash unless its last part is a file (A5). */
export function canonicalPath(path: string): string {
  const tidy = path.replace(/\/index\.html$/, "/");
  return tidy.endsWith("/") || /\.[a-z0-9]+$/i.test(tidy) ? tidy : `${tidy}/`;
}

/** A path without its percent escapes; one that is escaped wrongly stays as it is. */
export function plainPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Where the data of the page at `path` lies. `prefix` is the path that the whole site lies under: empty, or `/docs`. */
export function dataAddress(path: string, prefix: string): string {
  const inside = canonicalPath(path)
    .slice(prefix.length)
    .replace(/^\/|\/$/g, "");
  return `${prefix}/page-data/${inside || "index"}/page-data.json`;
}
