// Actions (4.2) and result screens of forms, as content declares them.

import { fill } from "./format";

/** Actions that send a request to the account service (4.2). */
export type RequestAction =
  | "login"
  | "signup"
  | "playerUpdate"
  | "forgottenpassword"
  | "forgottenusername"
  | "passwordreset"
  | "accountpasswordchange"
  | "quickplaycheck"
  | "quickredeem"
  | "quickplay";

/** Actions that the site performs without the account service (4.2). */
export type GenericAction =
  | "SHOW_ONBOARDING"
  | "ONBOARDING_TOGGLE"
  | "MODAL_TOGGLE"
  | "INSTANT_CHAT"
  | "SHOW_CASHIER"
  | "SHOW_DETAILS_FORM"
  | "ROUTE"
  | "EXTERNAL_LINK"
  | "WELCOME_OFFER"
  | "CUSTOM_COUPON"
  | "OPEN_CASHIER";

/** The action of a button or link. */
export interface Action {
  readonly type: RequestAction | GenericAction;
  /** A form type, a path, a URL or a coupon code, depending on the type. */
  readonly about?: string;
}

/** A text link below a form or on a screen (A43). */
export interface FormMessage {
  readonly text: string;
  readonly action?: Action;
}

/** A button of a screen. */
export interface CompletionOption {
  readonly title: string;
  /** Text next to the button. */
  readonly message?: string;
  readonly action: Action;
}

/** A screen that replaces a form after success or failure (row 3-39). */
export interface CompletionPage {
  readonly title: string;
  readonly subtitle?: string;
  readonly options: readonly CompletionOption[];
  readonly messages?: readonly FormMessage[];
  /** Replaces `{country}` if the country is not known (A126). */
  readonly unknown_country?: string;
}

/** Returns the page with the placeholders in all its texts filled in. */
export function fillPage(page: CompletionPage, places: Readonly<Record<string, string | number>>): CompletionPage {
  const reviver = (_: string, value: unknown) => (typeof value === "string" ? fill(value, places) : value);
  return JSON.parse(JSON.stringify(page), reviver) as CompletionPage;
}
