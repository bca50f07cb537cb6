// The interface between the loader and React. Every island module exports a `hydrate` that this module creates.

import { type ComponentType, createElement, type ReactElement, startTransition, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import type { Signals } from "../signals";
import { PropsContext, type Queries, QueriesContext } from "./queries";

/** Data that the loader passes to an island in addition to its props. */
interface HydrationData {
  readonly idPrefix: string;
  /** Hashes of the static queries that its template refers to. */
  readonly queries: Queries;
  /** Copy of the HTML that the server rendered. */
  readonly html: readonly Node[];
  /** Reports that the island failed after its hydration, and that its HTML is the server's again. */
  onCrash(): void;
  /** Called when the HTML is the server's again. */
  onRestored?(): void;
}

/** What React knows about an error. */
interface Info {
  readonly componentStack?: string | null | undefined;
}

/** Returns an island's `hydrate`. It resolves to the unmount function once the island handles events. */
export function hydrated<Props extends object>(Island: ComponentType<Props>) {
  return (
    element: HTMLElement,
    props: Props,
    { idPrefix, queries, html, onCrash, onRestored }: HydrationData,
  ): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const repeatInput = typedInput(element);

      const onFailure = (error: unknown, info: Info) => {
        reject(error);
        if (report(element, error, info, false)) console.error(error);

        // React empties an element that it can no longer render. The server's HTML stays readable, and its forms are blocked again.
        queueMicrotask(() => {
          // Another root can hydrate the element only after this one has left it.
          root.unmount();
          element.replaceChildren(...html);
          onRestored?.();

          if (element.dataset.hydrated === undefined) return;
          delete element.dataset.hydrated;
          onCrash();
        });
      };

      const onHydrated = () => {
        repeatInput();
        resolve(() => root.unmount());
      };
      const contentOf = (props: Props, queries: Queries) =>
        createElement(
          QueriesContext,
          { value: queries },
          createElement(
            PropsContext,
            { value: props },
            createElement(HydrationMarker, { island: createElement(Island, props), onHydrated }),
          ),
        );

      let root: Root;
      // A transition renders in small steps, so the browser can handle input between them.
      startTransition(() => {
        root = hydrateRoot(element, contentOf(props, queries), {
          identifierPrefix: idPrefix,
          onUncaughtError: onFailure,
          onRecoverableError: (error, info) => report(element, error, info, true),
        });
      });

      // The preview of an editor has changed the attributes of the island, which shows them and keeps its state.
      if (import.meta.env.DEV)
        element.addEventListener("croupier:props", (event) => {
          event.preventDefault();
          const { children } = props as { readonly children?: unknown };
          const pairs = element.dataset.queries?.split(" ").map((pair) => pair.split("=")) ?? [];
          root.render(contentOf({ children, ...JSON.parse(element.dataset.props ?? "{}") }, Object.fromEntries(pairs)));
        });
    });
}

/** A field with React's record of the last value that it saw. React leaves out an event of a field with this value. */
type TextField = (HTMLInputElement | HTMLTextAreaElement) & {
  readonly _valueTracker?: { setValue(value: string): void };
};

/** Fields for text, unlike those whose value the browser chooses if the HTML has none. */
const TEXT_FIELDS = "input:not([type=color], [type=file], [type=range]), textarea";

/** Returns a function that gives the component the texts that users typed into its fields before it is hydrated. */
function typedInput(element: HTMLElement): () => void {
  // Islands in the content have fields of their own.
  const typed = [...element.querySelectorAll<TextField>(TEXT_FIELDS)].flatMap((field) =>
    field.value === field.defaultValue || field.closest("[data-island]") !== element
      ? []
      : [[field, field.value] as const],
  );

  return () => {
    for (const [field, value] of typed) {
      // A component that reads its field itself may have changed it.
      if (value !== field.value) continue;

      const { selectionStart, selectionEnd } = field;
      field._valueTracker?.setValue("");
      field.dispatchEvent(new Event("input", { bubbles: true }));

      // React empties the field until it has rendered the text. Fields such as those of e-mail addresses have no selection.
      if (selectionStart !== null && field === document.activeElement)
        queueMicrotask(() => field.setSelectionRange(selectionStart, selectionEnd));
    }
  };
}

/** Reports an error of React. Returns false if a listener has cancelled the event, because it reports the error itself. */
function report({ dataset }: HTMLElement, error: unknown, { componentStack }: Info, isRecovered: boolean): boolean {
  const detail: Signals["croupier:fault"] = { error, part: dataset.island ?? "", isRecovered, componentStack };
  return document.dispatchEvent(new CustomEvent("croupier:fault", { detail, cancelable: true }));
}

/** Renders the island and calls `onHydrated` when React has hydrated it. */
function HydrationMarker({ island, onHydrated }: { readonly island: ReactElement; readonly onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated]);
  return island;
}

/** A component with an optional `prepare` that loads the chunks of its first render. */
export type Prepared<Props> = ComponentType<Props> & { readonly prepare?: () => Promise<unknown> };

/** Returns a `hydrate` that waits for `prepare` first. */
export function prepared<Props, Args extends readonly unknown[], Result>(
  { prepare }: Prepared<Props>,
  hydrate: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    await prepare?.();
    return hydrate(...args);
  };
}
