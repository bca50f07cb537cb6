// Adds the base path of the site to URL paths, for the links of islands.

/**
 * Returns the URL path with the base path of the site in front: `/docs/about/`. Without a browser it is unchanged, because the build adds
 * the base path to the HTML of islands.
 */
export function withBase(path: string): string {
  const { base = "" } = globalThis.document?.querySelector<HTMLElement>("script[data-base]")?.dataset ?? {};
  return base + path;
}
