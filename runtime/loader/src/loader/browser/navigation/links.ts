// Decides which clicks are visits of this site, and marks links to the current page.

import { isPlainClick } from "../../../platform/browser";
import { isPage } from "../../core/address";

/** Returns the link target of a click on `target`, if it may be a page of the site under `base`. */
export function pageLink(target: EventTarget | null, base: string): URL | undefined {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  // A link in an SVG has no plain `href` string.
  if (!(link instanceof HTMLAnchorElement)) return undefined;
  if (link.target || link.hasAttribute("download") || link.relList.contains("external")) return undefined;

  // `origin` and `pathname` can be read even if the URL is invalid, as in `http://`, and `new URL` would throw.
  return isPage(link, location.origin, base) ? new URL(link.href) : undefined;
}

/** Returns whether a URL is that of a fragment of this page. Browsers only scroll to it. */
export const isFragment = ({ href }: URL) => href.startsWith(`${location.href.split("#", 1)[0]}#`);

/** Listens for clicks on links of this site until the signal is aborted. `visit` receives the link target. */
export function startLinks(base: string, visit: (link: { readonly to: string }) => void, signal: AbortSignal) {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const url = pageLink(event.target, base);
    if (!url || isFragment(url)) return;

    event.preventDefault();
    visit({ to: url.href });
  };

  document.addEventListener("click", onClick, { signal });
}

/** Marks the links to the current page and sets the current year. */
export function markCurrent() {
  for (const year of document.querySelectorAll("[data-year]")) year.textContent = String(new Date().getFullYear());
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-slice] a[href]")) {
    if (link.origin === location.origin && link.pathname === location.pathname)
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
