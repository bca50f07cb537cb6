// The steps of a form in the modal container: from the form to the next page, or back to the form with a message (4.2, section 8).

import type { Failure } from "../../api/outcome";
import { type CompletionPage, fillPage } from "../../content/completion";
import { fillFailure, type MessageTexts, matchMessage, messageOf, screenOf, wordsOf } from "../../content/messages";
import { fill } from "../../content/texts";
import type { OnboardingDefinition } from "../../forms/definition";
import type { Finished } from "./request";

/** The step that is shown. */
export type Step =
  | { readonly kind: "form" }
  /** A request runs that was not started by sending a form. */
  | { readonly kind: "waiting" }
  /** The request succeeded. */
  | { readonly kind: "completed"; readonly page: CompletionPage }
  /** The request failed. `canReturn`: the user may return to the form and send it again. */
  | { readonly kind: "failed"; readonly page: CompletionPage; readonly canReturn: boolean }
  /** Nothing is shown, or another panel. */
  | { readonly kind: "closed"; readonly panel?: string; readonly about?: string | undefined };

/** The next step and the message of the form; empty for none. */
export interface Next {
  readonly step: Step;
  readonly message: string;
}

/** The first step of a form. */
export const FORM: Step = { kind: "form" };

/** The message key of a login that exceeded the limit of refusals (row 8-06). */
export const TOO_MANY = "errorMaxLoginAttempts";

/** The data with which a page is selected and filled. */
export interface PageParts {
  readonly definition: OnboardingDefinition;
  readonly words: MessageTexts;
  /** The product's name. */
  readonly name: string;
  /** Values of the welcome offer for completion pages; empty if there is none. */
  readonly places: Readonly<Record<string, string | number>>;
}

/** Returns the step after a request ended. */
export function stepAfter(finished: Finished, parts: PageParts): Next {
  return finished.kind === "failed"
    ? afterFailure(finished, parts)
    : { step: afterSuccess(finished, parts), message: "" };
}

function afterSuccess(finished: Exclude<Finished, { kind: "failed" }>, parts: PageParts): Step {
  const { definition, words, name, places } = parts;
  if (finished.kind === "panel") return { kind: "closed", panel: finished.panel, about: finished.about };
  if (finished.kind === "screen") {
    const { screen, says, places: own = {} } = finished;
    const sentence = says && fill(words.coupon?.[says] ?? "", own);
    const subtitle = [sentence, screen.subtitle].filter(Boolean).join(" ");
    return { kind: "failed", page: subtitle ? { ...screen, subtitle } : screen, canReturn: false };
  }
  const page = definition[finished.completion ?? "completion"] ?? definition.completion;
  if (!page) return { kind: "closed" };
  const subtitle = finished.says && words.coupon?.[finished.says];
  const said = subtitle === undefined ? page : { ...page, subtitle };
  const filled = fillPage(said, { name, ...places, ...finished.places });
  return { kind: "completed", page: "code" in places ? filled : withoutOffer(filled) };
}

const PLACE = /\{\w+\}/;

/** Returns the page without its welcome offer: the button and the line with the values of the offer are removed. */
function withoutOffer({ subtitle, ...page }: CompletionPage): CompletionPage {
  const options = page.options.filter(({ action }) => action.type !== "WELCOME_OFFER");
  return { ...page, options, ...(subtitle && !PLACE.test(subtitle) ? { subtitle } : {}) };
}

function afterFailure({ failure, stays }: Extract<Finished, { kind: "failed" }>, parts: PageParts): Next {
  if (failure.kind === "cancelled") return { step: FORM, message: "" };
  const page = pageFor(failure, parts, stays);
  if (!page) return { step: FORM, message: wordsOf(failure, parts.words, parts.name) };
  const canReturn = failure.kind === "maintenance" || (failure.kind === "refused" && failure.message !== TOO_MANY);
  return { step: { kind: "failed", page, canReturn }, message: "" };
}

/**
 * Returns the page that a failure shows instead of the form, with its placeholders filled. The order is: the definition's page for the
 * message, a page that all forms share, then `onerror` unless the form `stays`. Returns `undefined` if the message is shown in the form
 * (rows 8-08 to 8-10).
 */
export function pageFor(
  failure: Failure,
  { definition, words, name }: Omit<PageParts, "places">,
  stays = false,
): CompletionPage | undefined {
  const own = ownPage(failure, definition);
  if (own) return fillFailure(own, failure, name);
  const shared = screenOf(failure, words, name);
  if (shared || stays || !definition.onerror) return shared;
  return fillFailure(definition.onerror, failure, name);
}

function ownPage(failure: Failure, definition: OnboardingDefinition): CompletionPage | undefined {
  if (failure.kind === "restricted") return definition.errorViewerRestriction;
  const message = messageOf(failure);
  if (message === TOO_MANY) return definition.errorMaxLoginAttempts;
  const pages = Object.entries(definition.errorPages ?? {}).map(([key, page]) => ({ message: key, page }));
  return message ? matchMessage(pages, message)?.page : undefined;
}
