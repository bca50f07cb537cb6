// Types of the requests that a form makes: their context and their results (4.2).

import type { Failure, Outcome } from "../../api/outcome";
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
      readonly textKey?: "spins_added" | "spins_choose" | "free_spins";
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

/** The module of a request. */
export interface RequestCode {
  readonly run: Request;
}

/** Converts the outcome of a single call to the result of a request. The form can be sent again unless the server refused it. */
export function toRequestResult(outcome: Outcome<unknown>): RequestResult {
  if (outcome.kind === "ok") return { kind: "done" };
  return { kind: "failed", failure: outcome, ...(outcome.kind === "refused" ? {} : { keepsForm: true }) };
}
