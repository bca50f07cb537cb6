// Rules for URLs of the site: the canonical path of a page, the URL of its page-data, and the link targets that widgets may use.

/** Returns the canonical form of a path: with a final slash unless its last segment is a file (A5). */
export function canonicalPath(path: string): string {
  const tidy = path.replace(/\/index\.html$/, "/");
  return tidy.endsWith("/") || /\.[a-z0-9]+$/i.test(tidy) ? tidy : `${tidy}/`;
}

/** Returns a path without percent escapes. A path with invalid escapes is returned unchanged. */
export function plainPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns the path of a URL that consists of path, query and fragment. */
export function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? address;
}

/** Returns the URL of the page-data for `path`. `base` is the base path of the site: empty, or such as `/docs`. */
export function dataAddress(path: string, base: string): string {
  const inside = canonicalPath(path)
    .slice(base.length)
    .replace(/^\/|\/$/g, "");
  return `${base}/page-data/${inside || "index"}/page-data.json`;
}

/** The properties of a URL that decide whether it is a page. */
type Parts = Pick<URL, "origin" | "pathname">;

/** Returns whether a URL may be a page of the site under `base`: its path names no file other than an HTML document. */
export function isPage({ origin, pathname }: Parts, site: string, base: string): boolean {
  return origin === site && pathname.startsWith(`${base}/`) && !/\.(?!html$)[a-z0-9]+$/i.test(pathname);
}

/** Kind of a link target that comes from content or from an API. */
export type Destination =
  | { readonly kind: "page" | "document"; readonly url: URL }
  | { readonly kind: "refused"; readonly url?: undefined };

/**
 * Resolves the link target `to` relative to `here`. Pages and files of the site are allowed. Another origin, an email or a phone
 * link requires `external`, and a script is always refused (row 4.2).
 */
export function destination(to: string, here: string, base: string, external = false): Destination {
  try {
    const url = new URL(to, here);
    const site = new URL(here).origin;
    if (isPage(url, site, base)) return { kind: "page", url };
    if (url.origin === site && url.pathname.startsWith(`${base}/`)) return { kind: "document", url };
    if (external && /^(https|mailto|tel):$/.test(url.protocol)) return { kind: "document", url };
  } catch {
    // An invalid URL is refused.
  }
  return { kind: "refused" };
}
