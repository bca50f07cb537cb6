// The content that Markdown or a template puts into an island, as the prop `children`. It is static HTML, which React does not render.

import { createElement, type ReactElement } from "react";

/** A function that hydrates an island with these props. */
type Hydrate<Props, Data, Result> = (element: HTMLElement, props: Props, data: Data) => Promise<Result>;

/** Returns a `hydrate` that adds the content of the island to its props. */
export function withChildren<Props extends object, Data, Result>(
  hydrate: Hydrate<Props, Data & { readonly onRestored: () => void }, Result>,
): Hydrate<Props, Data, Result> {
  return (element, props, data) => {
    const nodes = takeContent(element);
    // The restored HTML has copies of the content, which is in use and may have islands.
    const onRestored = () => void (nodes && contentHost(element)?.replaceChildren(...nodes));
    const children = nodes && { children: createContent(element, nodes) };
    return hydrate(element, { ...props, ...children }, { ...data, onRestored });
  };
}

/** Returns an empty text, which a policy with Trusted Types allows as HTML. */
function emptyHtml(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: { readonly emptyHTML: string } };
  return trustedTypes?.emptyHTML ?? "";
}

/** Returns the template of content that the first rendering does not show, if there is one. */
const templateOf = (element: HTMLElement) =>
  element.querySelector<HTMLTemplateElement>(":scope > template[data-children]");

/** Returns what contains the content in the server's HTML. */
const contentHost = (element: HTMLElement) => templateOf(element)?.content ?? element.querySelector("[data-children]");

/** Returns the content; `undefined` if the island has none. */
function takeContent(element: HTMLElement): readonly Node[] | undefined {
  const host = contentHost(element);
  // React must not find the template.
  templateOf(element)?.remove();
  return host ? [...host.childNodes] : undefined;
}

/** Returns an element with the content. */
function createContent(element: HTMLElement, nodes: readonly Node[]): ReactElement {
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
