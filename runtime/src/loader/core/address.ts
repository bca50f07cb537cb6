// Addresses as the site writes them: which page a path means, where that page's data lies, and where a widget may lead.

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

/** The path of an address that has a path, a query and a fragment. */
export function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? address;
}

/** Where the data of the page at `path` lies. `base` is the path that the whole site lies under: empty, or `/docs`. */
export function dataAddress(path: string, base: string): string {
  const inside = canonicalPath(path)
    .slice(base.length)
    .replace(/^\/|\/$/g, "");
  return `${base}/page-data/${inside || "index"}/page-data.json`;
}

/** What of an address decides where it leads. */
type Parts = Pick<URL, "origin" | "pathname">;

/** Whether an address may be a page of the site under `base`: its path names no file but an HTML document. */
export function isPage({ origin, pathname }: Parts, site: string, base: string): boolean {
  return origin === site && pathname.startsWith(`${base}/`) && !/\.(?!html$)[a-z0-9]+$/i.test(pathname);
}

/** Where an address leads, that content or an API may have written. */
export type Destination =
  | { readonly kind: "page" | "document"; readonly url: URL }
  | { readonly kind: "refused"; readonly url?: undefined };

/**
 * Decides where `to` leads for who stands at `here`: a page or a file of the site; another origin, a mail or a telephone
 * only where that was asked for (`external`), and never a script (row 4.2).
 */
export function destination(to: string, here: string, base: string, external = false): Destination {
  try {
    const url = new URL(to, here);
    const site = new URL(here).origin;
    if (isPage(url, site, base)) return { kind: "page", url };
    if (url.origin === site && url.pathname.startsWith(`${base}/`)) return { kind: "document", url };
    if (external && /^(https|mailto|tel):$/.test(url.protocol)) return { kind: "document", url };
  } catch {
    // An address that cannot be read leads nowhere.
  }
  return { kind: "refused" };
}
