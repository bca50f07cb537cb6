// What slices cannot know at build time: which of their links is the page that is shown, and which year it is (A21).

/** Brings links and year of the slices up to date. */
export function markCurrent() {
  for (const year of document.querySelectorAll("[data-year]")) year.textContent = String(new Date().getFullYear());
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-slice] a[href]")) {
    if (link.origin === location.origin && link.pathname === location.pathname)
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
