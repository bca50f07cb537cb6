// The messages of content/data/messages.toml, and the hook that loads them (A53).

import type { Data } from "croupier:types";
import { withLimit } from "@croupier/loader/browser";
import { loadQuery, PropsContext, QueriesContext, usePreloadedQuery } from "@croupier/loader/queries";
import { useCallback, useContext } from "react";

/** content/data/messages.toml. */
type Messages = Data["messages"];

/** The messages that are loaded. The fallback is in the HTML of an island; the others are loaded as a static query. */
export type MessageTexts = Pick<Messages, "fallback"> &
  Partial<Messages> & {
    /** The name of the product, for texts that contain `{name}`. */
    readonly product?: string;
  };

/** The props with which a template prepares an island for failures: `data.messages.fallback`, and `site.name` for texts that need it. */
interface FailureProps {
  readonly fallback: string;
  readonly name: string;
}

/** The texts that every component has, and the function that loads all messages. */
export interface Texts {
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  readonly product: string;
  /** Resolves to the messages. If they do not arrive in time, it resolves to the fallback and the product's name alone. */
  readonly load: () => Promise<MessageTexts>;
}

/** Longest wait of a failure for its message, in milliseconds. */
const TIMEOUT_MS = 2000;

/** Requests the messages, and returns those of the island's props. */
export function useTexts(): Texts {
  const { messages: hash } = useContext(QueriesContext);
  const { fallback = "", name: product = "" }: Partial<FailureProps> = useContext(PropsContext);
  usePreloadedQuery("messages");

  const load = useCallback(async (): Promise<MessageTexts> => {
    const messages = hash ? loadQuery<Messages>(hash).catch(() => undefined) : undefined;
    return { fallback, ...(await withLimit(messages, TIMEOUT_MS)), product };
  }, [hash, fallback, product]);

  return { fallback, product, load };
}
