// The type of an island's `enhance`: code without React that runs on the HTML of the build until the island hydrates.

/**
 * Enhances the HTML in `element`. It may call `hydrate` at any time; an interaction with the island hydrates it too. Returns a function
 * that ends the enhancement, and may be called twice. From then on, the HTML must equal the component's first rendering in the browser.
 */
export type Enhance<Props> = (element: HTMLElement, props: Props, hydrate: () => void) => () => void;
