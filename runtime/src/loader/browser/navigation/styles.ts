// The style sheets of the document: which it has, which failed to load, and those that a page needs before it is shown.

import { waitAtMost } from "../timeouts";

/** A page is shown without its sheet rather than not at all after this time. */
const timeout_ms = 3000;

/** Whether a style sheet of the site under `base` is missing: one may have failed before any script ran to see it. */
export function hasFailedStyleSheet(base: string): boolean {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href^="${base}/assets/"]`);
  return [...links].some((link) => !hasRules(link));
}

/** Browsers give a style sheet that failed to load no sheet, or an empty one. */
function hasRules(link: HTMLLinkElement): boolean {
  try {
    return (link.sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}

/** Whether the document has the sheet of this address: written into it, or linked. */
export function hasSheet(href: string): boolean {
  const name = CSS.escape(href);
  return document.querySelector(`style[data-href="${name}"], link[rel="stylesheet"][href="${name}"]`) !== null;
}

/** Adds the sheets that the document does not have. Resolves when all came or failed, at the latest after three seconds. */
export async function loadStyles(addresses: readonly string[]): Promise<void> {
  const missing = [...new Set(addresses)].filter((href) => !hasSheet(href));
  const coming = missing.map((href) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    const came = new Promise((then) => {
      link.onload = link.onerror = then;
    });
    document.head.append(link);
    return came;
  });
  if (coming.length > 0) await waitAtMost(Promise.all(coming), timeout_ms);
}
