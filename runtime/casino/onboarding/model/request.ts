// Requests of forms: their context, their results, missing values, and the number of refused logins in this tab (rows 4.1-17,
// 4.1-18, A73).

import type { Failure, Outcome } from "../../api/outcome";
import { ownKey } from "../../config/config";
import type { SpinsTextKey } from "../../coupons/store/free_spins";
import type { CompletionPage, OnboardingDefinition, RequestAction } from "../../forms/definition";
import type { Values } from "../../forms/rules/rule";

/** The context of a request. */
export interface RequestContext {
  readonly definition: OnboardingDefinition;
  /** The values that the form sends; empty if the request runs without a form. */
  readonly values: Values;
  /** The subject that the form was opened with, such as a coupon code. */
  readonly about: string | undefined;
  /** Aborts the request: its result is no longer needed. */
  readonly signal: AbortSignal;
  /** The time at which the form was opened, in epoch milliseconds (A79). */
  readonly openedAt_ms: number;
}

/** The result of a request. */
export type RequestResult =
  | {
      readonly kind: "done";
      /** The completion page of the definition that follows; `completion` by default. */
      readonly completion?: "completion" | "completion_deposit" | "completion_lobby";
      /** The text of `[coupon]` in messages.toml that replaces the subtitle of that page. */
      readonly textKey?: SpinsTextKey;
      /** Values for placeholders such as `{n}` and `{game}` in that page. */
      readonly places?: Readonly<Record<string, string | number>>;
      /** A request that runs immediately afterwards, without user input; the page follows that one. */
      readonly next?: RequestAction;
    }
  /** The request succeeded, and another panel replaces this one. */
  | { readonly kind: "panel"; readonly panel: string; readonly about?: string }
  /** This page follows, unchanged. */
  | {
      readonly kind: "screen";
      readonly screen: CompletionPage;
      /** A text of `[coupon]` in messages.toml before the subtitle of the page, filled with `places`. */
      readonly textKey?: "replaced";
      readonly places?: Readonly<Record<string, string | number>>;
    }
  | {
      readonly kind: "failed";
      readonly failure: Failure;
      /** The form keeps its values although its definition has `onerror`: it can be sent again unchanged. */
      readonly keepsForm?: true;
    };

/** A request; it rejects only because of a bug. */
export type Request = (context: RequestContext) => Promise<RequestResult>;

/** Converts the outcome of a single call to the result of a request. The form can be sent again unless the server refused it. */
export function toRequestResult(outcome: Outcome<unknown>): RequestResult {
  if (outcome.kind === "ok") return { kind: "done" };
  return { kind: "failed", failure: outcome, ...(outcome.kind === "refused" ? {} : { keepsForm: true }) };
}

/** The form stays and reports the missing fields. */
export const MISSING_FIELDS: RequestResult = {
  kind: "failed",
  failure: { kind: "refused", message: "errorMissingFields", status: 0 },
  keepsForm: true,
};

/** Returns the values of these fields as strings; `undefined` if one of them is missing. */
export function requireFields<Name extends string>(
  values: Values,
  ...names: readonly Name[]
): Readonly<Record<Name, string>> | undefined {
  if (names.some((name) => !values[name])) return undefined;
  return Object.fromEntries(names.map((name) => [name, String(values[name])])) as Record<Name, string>;
}

/** After this many refusals the screen that links to support is shown (row 9-05). */
const MAX_FAILURES = 5;

const KEY = "login_failures";

/** The storage of the count: session storage, or a replacement for it. */
export type CountStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Counts a refusal; returns whether the limit is reached. Returns false if nothing can be stored. */
export function countFailure(storage: CountStorage | undefined = ownStorage()): boolean {
  try {
    const count = Number(storage?.getItem(ownKey(KEY)) ?? 0) + 1;
    storage?.setItem(ownKey(KEY), String(count));
    return storage !== undefined && count >= MAX_FAILURES;
  } catch {
    return false;
  }
}

/** Resets the count after a successful login. */
export function resetFailures(storage: CountStorage | undefined = ownStorage()): void {
  storage?.removeItem(ownKey(KEY));
}

function ownStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
