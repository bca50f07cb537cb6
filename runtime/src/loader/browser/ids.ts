// Ids of the parts of a document that the loader alone writes into; the site's shell template places them.

/** The ids by what they are for. */
export const LOADER_ID = {
  /** What a page fills. */
  main: "main",
  /** Says a page's title to screen readers. */
  announcer: "croupier-announcer",
  /** Says that a visit takes long, failed, or can be used now. */
  notice: "croupier-notice",
} as const;
