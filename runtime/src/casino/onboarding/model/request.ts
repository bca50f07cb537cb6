// What a request of a form is: what it is made with, and how it ends (4.2).

import type { Failure, Outcome } from "../../api/outcome";
import type { CompletionPage, OnboardingDefinition, RequestAction } from "../../forms/definition";
import type { Values } from "../../forms/rules/rule";

/** What a request is made with. */
export interface RequestContext {
  readonly definition: OnboardingDefinition;
  /** What the form sends; empty where a request runs without one. */
  readonly values: Values;
  /** What the form was opened about. */
  readonly about: string | undefined;
  /** Ends the request: nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** When the form was opened, in epoch milliseconds (A79). */
  readonly openedAt_ms: number;
}

/** How a request ended. */
export type Finished =
  | {
      readonly kind: "done";
      /** Which completion page of the definition follows; `completion` where it is not said. */
      readonly completion?: "completion" | "completion_deposit" | "completion_lobby";
      /** Which sentence of `[coupon]` of messages.toml is said in place of that page's own subtitle. */
      readonly says?: "spins_added" | "free_spins";
      /** Fill `{n}`, `{game}` and the like in that page. */
      readonly places?: Readonly<Record<string, string | number>>;
      /** Another request that is made at once, without the player; the page comes after that one. */
      readonly next?: RequestAction;
    }
  /** All went well, and another panel takes the place of this one. */
  | { readonly kind: "panel"; readonly panel: string; readonly about?: string }
  /** This page follows, as it is. */
  | {
      readonly kind: "screen";
      readonly screen: CompletionPage;
      /** A sentence of `[coupon]` of messages.toml before the page's subtitle, filled with `places`. */
      readonly says?: "replaced";
      readonly places?: Readonly<Record<string, string | number>>;
    }
  | {
      readonly kind: "failed";
      readonly failure: Failure;
      /** The form stays with the words in it, although its definition has `onerror`: it can be sent again as it is. */
      readonly stays?: true;
    };

/** A request; it rejects only by a mistake in the code. */
export type Request = (context: RequestContext) => Promise<Finished>;

/** A request's code. */
export interface RequestCode {
  readonly run: Request;
}

/** What the end of a single call is for a request. Where the server has not said no, the form can be sent again. */
export function finishedOn(outcome: Outcome<unknown>): Finished {
  if (outcome.kind === "ok") return { kind: "done" };
  return { kind: "failed", failure: outcome, ...(outcome.kind === "refused" ? {} : { stays: true }) };
}
