// The steps of a form in the modal container: from the form to the next page, or back to the form with a message (4.2, section 8).

import type { ReactNode } from "react";
import type { Failure } from "../../api/outcome";
import {
  apiMessage,
  type CompletionPage,
  failureText,
  fillFailure,
  fillPage,
  findScreen,
  matchMessage,
} from "../../content/failure_messages";
import { fill } from "../../content/format";
import type { MessageTexts } from "../../content/messages";
import type { OnboardingDefinition } from "../../forms/definition";
import type { RequestResult } from "./request";

/** The screen that is shown. */
export type Screen =
  | { readonly kind: "form" }
  /** A request runs that was not started by sending a form. */
  | { readonly kind: "waiting" }
  /** The request succeeded. */
  | { readonly kind: "completed"; readonly page: CompletionPage }
  /** The request failed. `canReturn`: the user may return to the form and send it again. */
  | { readonly kind: "failed"; readonly page: CompletionPage; readonly canReturn: boolean }
  /** Nothing is shown, or another panel. */
  | { readonly kind: "closed"; readonly panel?: string; readonly about?: string | undefined };

/** The next screen and the message of the form; empty for none. */
export interface NextScreen {
  readonly screen: Screen;
  readonly message: ReactNode;
}

/** The first screen of a form. */
export const FORM: Screen = { kind: "form" };

/** The message key of a login that exceeded the limit of refusals (row 8-06). */
export const TOO_MANY_FAILURES = "errorMaxLoginAttempts";

/** The data with which a page is selected and filled. */
export interface PageContext {
  readonly definition: OnboardingDefinition;
  readonly texts: MessageTexts;
  /** Values of the welcome offer for completion pages; empty if there is none. */
  readonly places: Readonly<Record<string, string | number>>;
}

/** Returns the screen after a request ended. */
export function nextScreen(result: RequestResult, context: PageContext): NextScreen {
  return result.kind === "failed"
    ? afterFailure(result, context)
    : { screen: afterSuccess(result, context), message: "" };
}

function afterSuccess(result: Exclude<RequestResult, { kind: "failed" }>, context: PageContext): Screen {
  const { definition, texts, places } = context;
  if (result.kind === "panel") return { kind: "closed", panel: result.panel, about: result.about };

  if (result.kind === "screen") {
    const { screen, textKey, places: values = {} } = result;
    const sentence = textKey && fill(texts.coupon?.[textKey] ?? "", values);
    const subtitle = [sentence, screen.subtitle].filter(Boolean).join(" ");
    return { kind: "failed", page: subtitle ? { ...screen, subtitle } : screen, canReturn: false };
  }

  const page = definition[result.completion ?? "completion"] ?? definition.completion;
  if (!page) return { kind: "closed" };

  const subtitle = result.textKey && texts.coupon?.[result.textKey];
  const titledPage = subtitle === undefined ? page : { ...page, subtitle };
  const filledPage = fillPage(titledPage, { name: texts.product ?? "", ...places, ...result.places });
  return { kind: "completed", page: "code" in places ? filledPage : withoutOffer(filledPage) };
}

const PLACEHOLDER = /\{\w+\}/;

/** Returns the page without its welcome offer: the button and the line with the values of the offer are removed. */
function withoutOffer({ subtitle, ...page }: CompletionPage): CompletionPage {
  const options = page.options.filter(({ action }) => action.type !== "WELCOME_OFFER");
  return { ...page, options, ...(subtitle && !PLACEHOLDER.test(subtitle) ? { subtitle } : {}) };
}

function afterFailure(
  { failure, keepsForm }: Extract<RequestResult, { kind: "failed" }>,
  context: PageContext,
): NextScreen {
  if (failure.kind === "cancelled") return { screen: FORM, message: "" };
  const page = pageFor(failure, context, keepsForm);
  if (!page) return { screen: FORM, message: failureText(failure, context.texts) };
  const canReturn =
    failure.kind === "maintenance" || (failure.kind === "refused" && failure.message !== TOO_MANY_FAILURES);
  return { screen: { kind: "failed", page, canReturn }, message: "" };
}

/**
 * Returns the page that a failure shows instead of the form, with its placeholders filled. The order is: the definition's page for the
 * message, a page that all forms share, then `onerror` unless `keepsForm` is set. Returns `undefined` if the message is shown in the form
 * (rows 8-08 to 8-10).
 */
function pageFor(
  failure: Failure,
  { definition, texts }: Omit<PageContext, "places">,
  keepsForm = false,
): CompletionPage | undefined {
  const ownError = ownErrorPage(failure, definition);
  if (ownError) return fillFailure(ownError, failure, texts);
  const shared = findScreen(failure, texts);
  if (shared || keepsForm || !definition.onerror) return shared;
  return fillFailure(definition.onerror, failure, texts);
}

function ownErrorPage(failure: Failure, definition: OnboardingDefinition): CompletionPage | undefined {
  if (failure.kind === "restricted") return definition.errorViewerRestriction;
  const message = apiMessage(failure);
  if (message === TOO_MANY_FAILURES) return definition.errorMaxLoginAttempts;
  const pages = Object.entries(definition.errorPages ?? {}).map(([key, page]) => ({ message: key, page }));
  return message ? matchMessage(pages, message)?.page : undefined;
}
