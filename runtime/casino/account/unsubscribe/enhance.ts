// The HTML of the page is complete for visitors without a link from an email; others get the component.

import type { Enhance } from "@croupier/loader/enhance";

/** Hydrates the island if the URL has parameters. */
export const enhance: Enhance<unknown> = (_element, _props, hydrate) => {
  if (location.search) hydrate();
  return () => {};
};
