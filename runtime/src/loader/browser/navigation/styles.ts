// Checks which style sheets the document has and which failed to load, and loads those that a page needs before it is shown.

import { waitWithLimit } from "../timeouts";

/** Timeout after which a page is shown without its style sheets. */
const timeout_ms = 3000;

/** Returns whether a style sheet of the site under `base` failed to load, even if it failed before any script ran. */
export function hasFailedStyleSheet(base: string): boolean {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href^="${base}/assets/"]`);
  return [...links].some((link) => !hasRules(link));
}

/** Returns whether the style sheet has rules. After a failed load, `sheet` is null or empty, depending on the browser. */
function hasRules(link: HTMLLinkElement): boolean {
  try {
    return (link.sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}

/** Returns whether the document has the style sheet with this URL, inline or linked. */
export function hasSheet(href: string): boolean {
  const name = CSS.escape(href);
  return document.querySelector(`style[data-href="${name}"], link[rel="stylesheet"][href="${name}"]`) !== null;
}

/** Adds the missing style sheets. Resolves when all have loaded or failed, at the latest after three seconds. */
export async function loadStyles(addresses: readonly string[]): Promise<void> {
  const missing = [...new Set(addresses)].filter((href) => !hasSheet(href));
  const loading = missing.map((href) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    const loaded = new Promise((resolve) => {
      link.onload = link.onerror = resolve;
    });
    document.head.append(link);
    return loaded;
  });
  if (loading.length > 0) await waitWithLimit(Promise.all(loading), timeout_ms);
}
