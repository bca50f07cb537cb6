// The seam between the loader and React: every island's module exports a `hydrate` made here.

import { type ComponentType, createElement, type ReactElement, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

/** Makes an island's `hydrate`: it resolves, once the island answers events, to what unmounts it. */
export function hydrated<Props extends object>(Island: ComponentType<Props>) {
  return (element: HTMLElement, props: Props, prefix: string): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const mended = (error: unknown) =>
        document.dispatchEvent(new CustomEvent("croupier:error", { detail: { error, name: element.dataset.island } }));
      const html = element.innerHTML;
      const failed = (error: unknown) => {
        reject(error);
        mended(error);
        // React empties what it can no longer draw. The server's HTML can still be read, and its forms are held again.
        queueMicrotask(() => {
          element.innerHTML = html;
          delete element.dataset.awake;
        });
      };
      const awake = () => resolve(() => root.unmount());
      const content = createElement(Awake, { island: createElement(Island, props), awake });
      const root = hydrateRoot(element, content, {
        identifierPrefix: prefix,
        onUncaughtError: failed,
        onRecoverableError: mended,
      });
    });
}

/** Draws the island and tells when React has taken it over. */
function Awake({ island, awake }: { readonly island: ReactElement; readonly awake: () => void }) {
  useEffect(awake, [awake]);
  return island;
}
