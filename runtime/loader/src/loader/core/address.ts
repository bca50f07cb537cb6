// Rules for URLs of the site: the canonical path of a page, the URL of its page-data, and the link targets that widgets may use.

/** Returns the canonical form of a path: with a final slash unless its last segment is a file. */
export function canonicalPath(path: string): string {
  const withoutIndex = path.replace(/\/index\.html$/, "/");
  return withoutIndex.endsWith("/") || /\.[a-z0-9]+$/i.test(withoutIndex) ? withoutIndex : `${withoutIndex}/`;
}

/** Returns a path without percent escapes. A path with invalid escapes is returned unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns the path of a URL that consists of path, query and fragment. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

/** Returns the URL of the page-data for `path`. `base` is the base path of the site: empty, or such as `/docs`. */
export function pageDataUrl(path: string, base: string): string {
  const relativePath = canonicalPath(path)
    .slice(base.length)
    .replace(/^\/|\/$/g, "");
  return `${base}/page-data/${relativePath || "index"}/page-data.json`;
}

/** The properties of a URL that decide whether it is a page. */
type UrlParts = Pick<URL, "origin" | "pathname">;

/** Returns whether a URL may be a page of the site under `base`: its path names no file other than an HTML document. */
export function isPage({ origin, pathname }: UrlParts, site: string, base: string): boolean {
  return origin === site && pathname.startsWith(`${base}/`) && !/\.(?!html$)[a-z0-9]+$/i.test(pathname);
}

/** Kind of a link target that comes from content or from an API. */
export type Destination =
  | { readonly kind: "page" | "document"; readonly url: URL }
  | { readonly kind: "refused"; readonly url?: undefined };

/**
 * Resolves the link target `to` relative to `current`. Pages and files of the site are allowed. Another origin, an email or a phone
 * link requires `external`, and a script is always refused.
 */
export function resolveTarget(to: string, current: string, base: string, external = false): Destination {
  try {
    const url = new URL(to, current);
    const site = new URL(current).origin;

    if (isPage(url, site, base)) return { kind: "page", url };
    if (url.origin === site && url.pathname.startsWith(`${base}/`)) return { kind: "document", url };
    if (external && /^(https|mailto|tel):$/.test(url.protocol)) return { kind: "document", url };
  } catch {
    // An invalid URL is refused.
  }
  return { kind: "refused" };
}
