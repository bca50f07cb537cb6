// Tells which clicks are visits of this site; everything else stays the browser's.

/** The address that a click on `target` leads to, when it is a page of this site under `prefix`. */
export function pageLink(target: EventTarget | null, prefix: string): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || (link.target && link.target !== "_self") || link.hasAttribute("download")) return undefined;
  const url = new URL(link.href, location.href);
  const isFile = /\.(?!html$)[a-z0-9]+$/i.test(url.pathname);
  return url.origin === location.origin && url.pathname.startsWith(`${prefix}/`) && !isFile ? url : undefined;
}

/** Listens for clicks on links of this site. `visit` is told where they lead. */
export function startLinks(prefix: string, visit: (url: URL) => void) {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const url = pageLink(event.target, prefix);
    if (!url) return;
    const here = url.pathname === location.pathname && url.search === location.search;
    // A fragment of this page is only scrolled to, which the browser does best.
    if (here && (url.hash || url.href.endsWith("#"))) return;
    event.preventDefault();
    visit(url);
  });
}
