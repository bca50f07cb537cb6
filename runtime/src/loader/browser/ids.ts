// Ids of the elements that only the loader writes to. The site's shell template contains these elements.

/** Element ids by purpose. */
export const LOADER_ID = {
  /** Announces the title of a page to screen readers. */
  announcer: "croupier-announcer",
  /** Shows that a visit takes long or failed, or that the page can be used now. */
  notice: "croupier-notice",
} as const;

/** Returns the element that contains the content of the page. */
export function mainElement(): HTMLElement | null {
  return document.querySelector("main,#main");
}
