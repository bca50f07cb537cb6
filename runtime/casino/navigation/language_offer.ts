// Offers a page in another language, once, to visitors whose browser prefers it: the links to its translations become a bar. Not to
// readers who chose a language or closed the bar.

import { listen } from "@croupier/loader";
import { OWN_STORAGE } from "../config/config";
import { CHOSEN_LANGUAGE, isSameLanguage, pageLanguage } from "../config/language";

/** Starts; called once, on a page in another language than the preferred one. */
export function offerLanguages(): void {
  addEventListener("click", close);
  listen("croupier:visit", ({ kind }) => {
    if (kind === "done") showOffer();
  });
  showOffer();
}

/** Shows the bar with the translation in the preferred language, or hides it. */
function showOffer() {
  const bar = document.querySelector(".languages");
  const links = [...(bar?.querySelectorAll<HTMLAnchorElement>("a:not([data-fallback])") ?? [])];
  const offered = hasChosen() ? undefined : preferredLink(links);

  for (const link of links) link.parentElement?.toggleAttribute("data-offer", link === offered);
  bar?.toggleAttribute("data-offer", offered !== undefined);
}

/** Returns the link in the language that the reader prefers to that of the page. */
function preferredLink(links: readonly HTMLAnchorElement[]): HTMLAnchorElement | undefined {
  const { locale } = pageLanguage();
  for (const language of navigator.languages) {
    if (isSameLanguage(language, locale)) return undefined;
    const link = links.find(({ hreflang }) => isSameLanguage(language, hreflang));
    if (link) return link;
  }
  return undefined;
}

function hasChosen(): boolean {
  try {
    return OWN_STORAGE.getItem(CHOSEN_LANGUAGE) !== null;
  } catch {
    // A choice cannot be stored, so the bar would come back on each page.
    return true;
  }
}

/** Closes the bar: the reader has chosen the language of the page. The head's script stores that of a link. */
function close({ target }: Event) {
  if (!(target instanceof Element && target.closest(".languages button"))) return;

  try {
    OWN_STORAGE.setItem(CHOSEN_LANGUAGE, pageLanguage().locale);
  } catch {
    // Without storage there is no bar.
  }
  showOffer();
}
