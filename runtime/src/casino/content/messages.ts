// What the site says when something did not work: content/data/messages.toml, chosen by how a call ended (A53, A124 to A128).

import { useCallback, useContext } from "react";
import { loadQuery, QueriesContext, useQuery } from "../../island/queries";
import type { Failure } from "../api/outcome";
import { type CompletionPage, fillPage } from "./completion";

/** A screen that is chosen by a message of the API. */
export interface MatchedScreen extends CompletionPage {
  readonly message: string;
}

/** What a dialogue asks. */
export interface MessageDialogue {
  readonly title: string;
  readonly text: string;
  readonly confirm?: string;
  readonly back?: string;
}

/** content/data/messages.toml. */
export interface Messages {
  readonly fallback: string;
  readonly unauthorised: string;
  /** It is not known whether a command was done. */
  readonly unknown: string;
  /** A command was not sent, because another one is under way. */
  readonly busy: string;
  readonly screens: readonly MatchedScreen[];
  readonly flows: Readonly<Record<string, CompletionPage>>;
  readonly coupon: Readonly<Record<string, string>>;
  readonly empty: Readonly<Record<string, string>>;
  /** By codes of this site. */
  readonly missing: Readonly<Record<string, string>>;
  readonly chat: Readonly<Record<string, string>>;
  readonly dialogues: Readonly<Record<string, MessageDialogue>>;
}

/** As much of the messages as is there: an island has the fallback in its HTML, the rest comes as a static query. */
export type Words = Pick<Messages, "fallback"> & Partial<Messages>;

/** A failure waits so long for its words, in milliseconds. */
const PATIENCE_MS = 2000;

/**
 * Asks for the messages, and gives what a failure is worded with: the messages, also when they come a moment after it, or
 * the fallback alone. `fallback` is a prop of the island: its template passes `data.messages.fallback`.
 */
export function useWords(fallback: string): () => Promise<Words> {
  const { messages: hash } = useContext(QueriesContext);
  useQuery<Messages>("messages");
  return useCallback(async () => {
    if (!hash) return { fallback };
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined));
    const messages = loadQuery<Messages>(hash).catch(() => undefined);
    return (await Promise.race([messages, late])) ?? { fallback };
  }, [hash, fallback]);
}

const folded = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/\s?\.$/, "");

/** The entry whose message equals this one, else the one with the longest message that it contains; capitals, spaces and a final period do not matter (A125). */
export function matchMessage<T extends { readonly message: string }>(
  list: readonly T[],
  message: string,
): T | undefined {
  const said = folded(message);
  const keyed = list.map((entry) => [folded(entry.message), entry] as const).filter(([key]) => key !== "");
  const exact = keyed.find(([key]) => key === said);
  const contained = keyed.filter(([key]) => said.includes(key)).sort(([a], [b]) => b.length - a.length);
  return (exact ?? contained[0])?.[1];
}

const CODE = /^(\w+_\w+|error[A-Z]\w+)$/;

/** The message of the API that a failure stands for; empty where it has none. */
export function messageOf(failure: Failure): string {
  if (failure.kind === "refused") return failure.message;
  if (failure.kind === "restricted") return "errorViewerRestriction";
  return failure.kind === "maintenance" ? "errorCasinoMaintenance" : "";
}

/** The screen that a failure shows instead of a form, with its places filled; `undefined` where its words stand in the form. `name` is the product's. */
export function screenOf(failure: Failure, words: Words, name = ""): CompletionPage | undefined {
  const message = messageOf(failure);
  const screen = message ? matchMessage(words.screens ?? [], message) : undefined;
  if (!screen) return undefined;
  return fillFailure(screen, failure, name);
}

/** A page that tells of a failure, with the product's name and the country filled in. */
export function fillFailure(page: CompletionPage, failure: Failure, name: string): CompletionPage {
  const country = failure.kind === "restricted" ? countryName(failure.country) : undefined;
  return fillPage(page, { name, country: country ?? page.unknown_country ?? "" });
}

/** Stands for a login that was not asked for, since there was nothing to sign in with (row 5-22, A99). */
export const MISSING_LOGIN = "errorMissingLogin";

/** What a player reads of a failure in one sentence; nothing for what they cancelled themselves. */
export function wordsOf(failure: Failure, words: Words, name = ""): string {
  if (failure.kind === "cancelled") return "";
  if (failure.kind === "unauthorised" || failure.kind === "unknown" || failure.kind === "busy")
    return words[failure.kind] ?? words.fallback;
  const screen = screenOf(failure, words, name);
  if (screen?.subtitle) return screen.subtitle;
  if (failure.kind !== "refused" || !failure.message) return words.fallback;
  const { active_answer, active } = words.coupon ?? {};
  if (failure.message === active_answer) return active ?? words.fallback;
  // A code is no sentence: it is never shown as it comes (A127).
  if (CODE.test(failure.message)) return words.missing?.[failure.message] ?? words.fallback;
  return failure.message;
}

/** A country's English name by its code; `undefined` for what is no country. */
function countryName(code: string): string | undefined {
  try {
    return new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code);
  } catch {
    return undefined;
  }
}
