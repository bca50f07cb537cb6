// What texts of others may hold (A34): the tree that the browser made of them is walked, and only what is listed is drawn again.
// The words are parsed in a document that runs nothing and loads nothing, and no HTML is ever written: React makes the elements.

import { createElement, type ReactNode } from "react";
import { path } from "../../config/config";

const ALLOWED: ReadonlySet<string> = new Set(["p", "b", "strong", "i", "em", "u", "ul", "ol", "li"]);
/** These go with all that they hold; every other element that is not allowed leaves its content behind. */
const DROPPED: ReadonlySet<string> = new Set([
  "script",
  "style",
  "iframe",
  "svg",
  "math",
  "template",
  "noscript",
  "noembed",
  "noframes",
  "object",
  "embed",
  "audio",
  "video",
  "canvas",
  "select",
  "textarea",
  "title",
]);

/** The allowed part of a text in HTML, as React draws it. Needs a browser. */
export function sanitize(html: string): readonly ReactNode[] {
  return walk(new DOMParser().parseFromString(trusted(quieted(html)), "text/html").body);
}

/**
 * The same text with other names for handlers and styles inside its tags: the page's policy complains of them although the
 * parser runs nothing. No safety rests on this; what is drawn is chosen by the walk.
 */
export function quieted(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, "<$1noembed")
    .replace(/<[^>]*>/g, (tag) => tag.replace(/([\s/"'])(on\w+|style)(?=\s*=)/gi, "$1data-$2"));
}

function walk(parent: Node): readonly ReactNode[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element) || DROPPED.has(node.localName)) return [];
    if (node.localName === "br") return createElement("br");
    const inside = walk(node);
    const href = node.localName === "a" ? allowedHref(node.getAttribute("href") ?? "", document.baseURI) : undefined;
    if (href !== undefined) return createElement("a", { href, rel: "noopener nofollow" }, ...inside);
    return ALLOWED.has(node.localName) ? createElement(node.localName, null, ...inside) : inside;
  });
}

/** The address that a link may have: https, mailto, or a path of this site (which gets the site's base); `undefined` for all others. */
export function allowedHref(href: string, here: string): string | undefined {
  const url = parsed(href, here);
  if (!url || url.username || url.password) return undefined;
  if (/^(https|mailto):/i.test(href)) return url.href;
  // Another host can hide behind `//`, `/\\` and `/.//`.
  const isOurs = href.startsWith("/") && url.origin === new URL(here).origin && !url.pathname.startsWith("//");
  return isOurs ? path(url.pathname + url.search + url.hash) : undefined;
}

function parsed(href: string, here: string): URL | undefined {
  try {
    return new URL(href, here);
  } catch {
    return undefined;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: "\u00a0",
  amp: "&",
};

/** The words of a text in HTML, for where there is no browser to parse it. It is no HTML any more: React escapes it. */
export function textOf(html: string): string {
  const words = html.split("<").map((piece, at) => {
    if (at === 0) return piece;
    const end = piece.indexOf(">");
    const isBlock = /^\/?(p|br|li|ul|ol)\b/i.test(piece);
    return (isBlock ? " " : "") + (end < 0 ? "" : piece.slice(end + 1));
  });
  return words
    .join("")
    .replace(/ {2,}/g, " ")
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => ENTITIES[name] ?? "")
    .trim();
}

interface Policy {
  createHTML(html: string): string;
}

let policy: Policy | undefined;

/** The words as a parser takes them where the site asks for Trusted Types. This is the only policy of widgets, and the parser runs nothing. */
function trusted(html: string): string {
  const { trustedTypes } = globalThis as {
    readonly trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };
  policy ??= trustedTypes?.createPolicy("croupier-sanitize", { createHTML: (text) => text });
  return policy ? policy.createHTML(html) : html;
}
