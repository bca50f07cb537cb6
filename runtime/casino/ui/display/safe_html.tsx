// Renders external texts that may contain simple HTML (A34): coupon descriptions, messages of the API.

import { createPolicy, unchanged } from "@croupier/loader/browser";
import { useIsHydrated } from "@croupier/loader/use-store";
import { createElement, type ReactNode, useDeferredValue, useMemo } from "react";
import { path } from "../../config/config";

/** The only policy of widgets: it passes HTML to the parser, which runs nothing. */
const policy = createPolicy("croupier-sanitize", { createHTML: unchanged });

/** Renders the allowed elements of `html`. On the server, and until the island is hydrated, it renders the text only. */
export function SafeHtml({ html }: { readonly html: string }) {
  // A page of coupons has many texts. They are parsed at low priority, so that the page responds to clicks meanwhile.
  const isParsed = useDeferredValue(useIsHydrated());
  const nodes = useMemo(() => (isParsed ? sanitize(html) : [textOf(html)]), [isParsed, html]);
  return createElement("div", { className: "safe-html" }, ...nodes);
}

const ALLOWED: ReadonlySet<string> = new Set(["p", "b", "strong", "i", "em", "u", "ul", "ol", "li"]);
/** Elements that are removed with their content. Of all other elements that are not allowed, the content stays. */
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

/** Returns the allowed elements of an HTML text as React nodes. Needs a browser. */
function sanitize(html: string): readonly ReactNode[] {
  return walk(new DOMParser().parseFromString(policy.createHTML(renameHandlers(html)), "text/html").body);
}

/**
 * Renames event handlers and styles in the tags of a text: the page's content security policy reports them although the parser runs
 * nothing. Safety does not depend on this; `walk` selects the rendered elements.
 */
export function renameHandlers(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, "<$1noembed")
    .replace(/<[^>]*>/g, (tag) => tag.replace(/([\s/"'])(on\w+|style)(?=\s*=)/gi, "$1data-$2"));
}

function walk(parent: Node): readonly ReactNode[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element) || DROPPED.has(node.localName)) return [];
    if (node.localName === "br") return createElement("br");
    const children = walk(node);
    const href = node.localName === "a" ? allowedHref(node.getAttribute("href") ?? "", document.baseURI) : undefined;
    if (href !== undefined) return createElement("a", { href, rel: "noopener nofollow" }, ...children);
    return ALLOWED.has(node.localName) ? createElement(node.localName, null, ...children) : children;
  });
}

/**
 * Returns the URL of a link: https, mailto, or a path of this site, to which the site's base path is added. Returns `undefined` for
 * all others.
 */
export function allowedHref(href: string, base: string): string | undefined {
  const url = parseUrl(href, base);
  if (!url || url.username || url.password) return undefined;
  if (/^(https|mailto):/i.test(href)) return url.href;
  // Another host can hide behind `//`, `/\\` and `/.//`.
  const isOurs = href.startsWith("/") && url.origin === new URL(base).origin && !url.pathname.startsWith("//");
  return isOurs ? path(url.pathname + url.search + url.hash) : undefined;
}

function parseUrl(href: string, base: string): URL | undefined {
  try {
    return new URL(href, base);
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

/** Returns the text of an HTML string without parsing it in a browser. The result is not HTML: React escapes it. */
export function textOf(html: string): string {
  const pieces = html.split("<").map((piece, index) => {
    if (index === 0) return piece;
    const end = piece.indexOf(">");
    const isBlock = /^\/?(p|br|li|ul|ol)\b/i.test(piece);
    return (isBlock ? " " : "") + (end < 0 ? "" : piece.slice(end + 1));
  });

  return pieces
    .join("")
    .replace(/ {2,}/g, " ")
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => ENTITIES[name] ?? "")
    .trim();
}
