// The seam between the loader and React: every island's module exports a `hydrate` made here.

import { type ComponentType, createElement, type ReactElement, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

/** Makes an island's `hydrate`: it resolves, once the island answers events, to what unmounts it. */
export function hydrated<Props extends object>(Island: ComponentType<Props>) {
  return (element: Element, props: Props, prefix: string): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const mended = (error: unknown) =>
        document.dispatchEvent(new CustomEvent("croupier:error", { detail: { error, name: Island.name } }));
      const failed = (error: unknown) => {
        reject(error);
        mended(error);
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
