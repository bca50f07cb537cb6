// Names of stored values, databases and locks. All sites of an origin share them, so a site below a base path appends the path.
// The names of A54 are those of a site at the root of its origin.

/** Returns the name that the site below `base` uses in place of `name`. */
export function siteKey(name: string, base: string): string {
  return base ? `${name} ${base}` : name;
}
