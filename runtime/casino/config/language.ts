// The language of the page. The bundler leaves this out of a site in one language.

/** The language of a page. */
export interface PageLanguage {
  /** The language tag, such as `fr-CA`. */
  readonly locale: string;
  /** The start of the paths of its pages, such as `/fr`; empty in the default language. */
  readonly prefix: string;
}

const DEFAULT: PageLanguage = { locale: "en", prefix: "" };

declare global {
  /** The language of the page that the build renders; the renderer of islands sets it. */
  var croupierLanguage: PageLanguage | undefined;
}

/** Returns the language of the page, which is that of the document in a browser. */
export function pageLanguage(): PageLanguage {
  if (typeof document === "undefined") return globalThis.croupierLanguage ?? DEFAULT;
  const { lang, dataset } = document.documentElement;
  return { locale: lang, prefix: dataset.prefix ?? "" };
}

/** The name of the stored language that the reader has chosen, which is offered no other one. */
export const CHOSEN_LANGUAGE = "language";

/** Whether two tags are of one language, such as `fr` and `fr-CA`. */
export function isSameLanguage(tag: string, other: string): boolean {
  return tag.split("-")[0] === other.split("-")[0];
}

/** Returns the path of a page in the language of the page. Paths of pages end with a slash; those of files and services stay unchanged. */
export function inPageLanguage(to: string): string {
  const { prefix } = pageLanguage();
  const isPage = /^[^?#]*\/([?#]|$)/.test(to);
  return isPage && !to.startsWith(`${prefix}/`) ? prefix + to : to;
}

/** Returns a path without that of the page's language: `/fr/lobby/games/` becomes `/lobby/games/`. */
export function withoutPageLanguage(path: string): string {
  const { prefix } = pageLanguage();
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}
