// The seam between the loader and React: every island's module exports a `hydrate` made here.

import { type ComponentType, createElement, type ReactElement, startTransition, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { send } from "../signals";
import { type Queries, QueriesContext } from "./queries";

/** What the loader knows of an island besides its props. */
interface About {
  readonly idPrefix: string;
  /** Hashes of the static queries that its template names. */
  readonly queries: Queries;
  /** A copy of what the server drew. */
  readonly html: readonly Node[];
}

/** Makes an island's `hydrate`: it resolves, once the island answers events, to what unmounts it. */
export function hydrated<Props extends object>(Island: ComponentType<Props>) {
  return (element: HTMLElement, props: Props, { idPrefix, queries, html }: About): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const reportRecoverable = (error: unknown) =>
        send("croupier:fault", { error, part: element.dataset.island ?? "" });
      const failed = (error: unknown) => {
        reject(error);
        reportRecoverable(error);
        // React empties what it can no longer draw. The server's HTML can still be read, and its forms are held again.
        queueMicrotask(() => {
          element.replaceChildren(...html);
          delete element.dataset.awake;
        });
      };
      const awake = () => resolve(() => root.unmount());
      const content = createElement(
        QueriesContext,
        { value: queries },
        createElement(Awake, { island: createElement(Island, props), awake }),
      );
      let root: Root;
      // A transition is drawn in small pieces: input between them is handled.
      startTransition(() => {
        root = hydrateRoot(element, content, {
          identifierPrefix: idPrefix,
          onUncaughtError: failed,
          onRecoverableError: reportRecoverable,
        });
      });
    });
}

/** Renders the island and calls `awake` when React has hydrated it. */
function Awake({ island, awake }: { readonly island: ReactElement; readonly awake: () => void }) {
  useEffect(awake, [awake]);
  return island;
}
