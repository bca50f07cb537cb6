// Runs in the head of every page, before the loader and before the first paint. Marks the document while a player is signed in,
// so that the style sheet shows the right navigation, and redirects a player from the first page to the lobby (row 2.1-02).

import { LOBBY, siteKey } from "./config/config";
import { CHOSEN_LANGUAGE, isSameLanguage, pageLanguage } from "./config/language";
import { KEYS, readRecord } from "./session/record";

const root = document.documentElement;
/** The base path of the site. */
const base = document.currentScript?.dataset.base ?? "";
/** The start of the paths of pages in the language of this page; empty in the default language. */
const prefix = import.meta.env.LANGUAGES ? pageLanguage().prefix : "";

/**
 * Marks `token` as public in a partner's link for the loader's head script: with `rtg_aff` it names a campaign. With `pid` it proves whose
 * password is reset, and remains a secret (A12).
 */
function allowPartnerToken(script: HTMLOrSVGScriptElement | null) {
  const query = new URLSearchParams(location.search.toLowerCase());
  // In the document after the secrets were removed, `token` is carried in the tab's name and remains a secret.
  if (script && query.has("rtg_aff") && query.has("token") && !query.has("pid"))
    script.dataset.secrets = script.dataset.secrets?.replace(/\btoken\b ?/, "") ?? "";
}

/** Returns what this site has stored under a name. Throws if the browser stores nothing. */
function stored(name: string): string | null {
  return localStorage.getItem(siteKey(name, base));
}

function isSignedIn(): boolean {
  try {
    return readRecord({ getItem: stored }, Date.now()) !== undefined;
  } catch {
    // Without storage there is no session.
    return false;
  }
}

function markPlayer() {
  if (!isSignedIn()) return;

  root.dataset.session = "in";
  root.dataset.start = "";
  if (stored(KEYS.played)) root.dataset.played = "";

  const { pathname, search, hash } = location;
  // The query is kept as it is; the lobby's head script removes secrets from it. The loader has removed them from this URL before
  // the redirect, so no referrer contains them.
  if (pathname === `${base}${prefix}/`)
    queueMicrotask(() => location.replace(`${base}${prefix}${LOBBY}${search}${hash}`));
}

/**
 * Stores the language of a link to this page in another one. Adds the query, such as a search in the lobby, and the fragment: headings have the
 * same ids in all languages.
 */
function chooseLanguage({ target }: Event) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(".languages a");
  if (!link) return;

  link.search = location.search;
  link.hash = location.hash;
  try {
    localStorage.setItem(siteKey(CHOSEN_LANGUAGE, base), link.hreflang);
  } catch {
    // The next page may offer this language again.
  }
}

/** Marks the document while the URL has a filter of the lobby. `lobby.css` hides the rows until the filter is applied. */
function markFilter() {
  root.toggleAttribute("data-filtered", /[?&](category|search|favorites)=[^&]/.test(location.search));
}

allowPartnerToken(document.currentScript);
startFonts();
markPlayer();
markFilter();
document.addEventListener("croupier:enter", markFilter);
// Before the loader reads the URL of the link.
if (import.meta.env.LANGUAGES) addEventListener("click", chooseLanguage, true);
try {
  // The session manager removes expired records, so it must run on this page even if the visitor does nothing.
  if (stored(KEYS.session)) root.dataset.start = "";
  // The page may be offered in the reader's language.
  if (import.meta.env.LANGUAGES && !isSameLanguage(navigator.language, root.lang) && !stored(CHOSEN_LANGUAGE))
    root.dataset.start = "";
} catch {
  // Nothing is stored.
}
// A player may sign in in another tab while no other code of the casino runs in this one.
addEventListener("storage", markPlayer);
// The back-forward cache restores pages as they were, also those of a player who has signed out since.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || isSignedIn() === !!root.dataset.session) return;
  // Row 4.1-14. The session manager does the same, if its code was loaded before the player left the page.
  if (root.dataset.session) location.replace(`${base}${prefix}/`);
  else location.reload();
});

/**
 * Whether the user returned to this page: the scroll position was saved with the fonts applied. The loader sets the state of new history
 * entries later.
 */
const isBack = !!history.state;

/** Loads the fonts. On a navigation within the site they are cached, so they load with the first frame. */
export function startFonts() {
  if (document.referrer.startsWith(location.origin)) requestAnimationFrame(loadFonts);
  else
    new PerformanceObserver((painted) => {
      if (painted.getEntriesByName("first-contentful-paint")[0]) void loadFonts();
    }).observe({ type: "paint", buffered: true });
}

async function loadFonts() {
  // The @font-face rules for browsers with scripts are in a media rule of an inline style. Linked style sheets are skipped, because they
  // may fail to load. Browsers make an object for each rule that a script reads, so the rules of layers are not read.
  const faces = [...document.querySelectorAll("style")]
    .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])])
    .flatMap((rule) => (rule instanceof CSSMediaRule ? [...rule.cssRules] : []))
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ style }) => {
      const readProperty = (name: string) => style.getPropertyValue(name);
      return new FontFace(readProperty("font-family"), readProperty("src"), { weight: readProperty("font-weight") });
    });

  // If a font fails to load, its fallback font stays.
  await Promise.allSettled(faces.map((fontFace) => fontFace.load()));

  const scrolled = scrollY;
  for (const fontFace of faces) document.fonts.add(fontFace);
  // The page is laid out again here, so other work before the next frame must stay short. Browsers keep the visible line in place.
  const shift = scrolled - scrollY;
  if (isBack) scrollBy(0, shift);
}
