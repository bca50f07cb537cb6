// The content that Markdown or a template puts into an island, as the prop `children`. It is static HTML, which React does not render.

import { createElement, type ReactElement } from "react";

/** A function that hydrates an island with these props. */
type Hydrate<Props, Rest extends readonly unknown[], Result> = (
  element: HTMLElement,
  props: Props,
  ...rest: Rest
) => Promise<Result>;

/** Returns a `hydrate` that adds the content of the island to its props. */
export function withChildren<Props extends object, Rest extends readonly unknown[], Result>(
  hydrate: Hydrate<Props, Rest, Result>,
): Hydrate<Props, Rest, Result> {
  return (element, props, ...rest) => {
    const children = takeContent(element);
    return hydrate(element, children ? { ...props, children } : props, ...rest);
  };
}

/** Returns an empty text, which a policy with Trusted Types allows as HTML. */
function emptyHtml(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: { readonly emptyHTML: string } };
  return trustedTypes?.emptyHTML ?? "";
}

/** Returns an element with the content; `undefined` if the island has none. */
function takeContent(element: HTMLElement): ReactElement | undefined {
  // Content that the first rendering does not show is in a template, which React must not find.
  const template = element.querySelector<HTMLTemplateElement>(":scope > template[data-children]");
  template?.remove();
  const host = template?.content ?? element.querySelector("[data-children]");
  if (!host) return undefined;

  const nodes = [...host.childNodes];
  // An island within a line of text has a `span` around its content, as around itself.
  return createElement(element.localName === "span" ? "span" : "div", {
    "data-children": "",
    suppressHydrationWarning: true,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves the nodes in such an element as they are
    dangerouslySetInnerHTML: { __html: emptyHtml() },
    ref: (shown: HTMLElement | null) => {
      // The component shows the content in a new element.
      if (shown && shown.firstChild !== nodes[0]) shown.append(...nodes);
    },
  });
}
