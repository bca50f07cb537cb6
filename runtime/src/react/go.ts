// How a widget leads to another page of the site without knowing who loads pages.

/** Visits `to` as a click on a link would. */
export function go(to: string) {
  document.dispatchEvent(new CustomEvent("croupier:go", { detail: to }));
}
