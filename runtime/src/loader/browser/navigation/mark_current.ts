// Updates data in slices that is not known at build time: the link to the current page and the current year (A21).

/** Marks the links to the current page and sets the current year. */
export function markCurrent() {
  for (const year of document.querySelectorAll("[data-year]")) year.textContent = String(new Date().getFullYear());
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-slice] a[href]")) {
    if (link.origin === location.origin && link.pathname === location.pathname)
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
