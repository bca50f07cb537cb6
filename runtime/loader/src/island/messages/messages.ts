// Messages in islands: `useMessages` returns the function that shows them. The build adds the messages that an island names to its HTML,
// in the language of the page.

/// <reference path="../../site.d.ts" />
import type { Messages } from "croupier:types";
import { type ComponentType, createContext, createElement, Fragment, type ReactNode, useContext } from "react";
import { format, type Table, type Value } from "./format";

/** The messages of the rendered island. An island has one table, and another one for each fallback language. */
export const MessagesContext = createContext<readonly Table[]>([]);

/** The arguments of a message, whose names the type of the site has. */
type Arguments<Key extends keyof Messages, Argument> = [Messages[Key]] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Messages[Key] & string, Argument>>];

/** A function that shows messages. With an element of React among the arguments, the result is a fragment. */
export interface ShowMessage {
  <Key extends keyof Messages>(key: Key, ...values: Arguments<Key, Value>): string;
  <Key extends keyof Messages>(key: Key, ...values: Arguments<Key, Value | ReactNode>): ReactNode;
}

/**
 * Returns the function that shows a message by its key: `t("cart", { n: 2 })`. Keys are written in quotes where it is called, because the
 * build reads them from the code.
 */
export function useMessages(): ShowMessage {
  const tables = useContext(MessagesContext);
  return ((key: string, values: Readonly<Record<string, unknown>> = {}) => {
    const parts = format(tables, key, values);
    if (parts.every((part) => typeof part === "string")) return parts.join("");
    return createElement(Fragment, null, ...(parts as ReactNode[]));
  }) as ShowMessage;
}

/** Returns a `hydrate` that gives the island its messages. `hydrated` makes the `hydrate` of a component. */
export function withMessages<Props extends object, Rest extends readonly unknown[], Result>(
  Island: ComponentType<Props>,
  hydrated: (component: ComponentType<Props>) => (element: HTMLElement, props: Props, ...rest: Rest) => Result,
): (element: HTMLElement, props: Props, ...rest: Rest) => Result {
  return (element, props, ...rest) => {
    const value = JSON.parse(element.dataset.messages ?? "[]") as readonly Table[];
    // It is created once for each root, so that React renders the same component.
    const provide = (shown: Props) => createElement(MessagesContext, { value }, createElement(Island, shown));
    return hydrated(provide)(element, props, ...rest);
  };
}
