// What follows a form: the actions of 4.2 and the screens that take a form's place, as content declares them.

import { fill } from "./texts";

/** What is asked of the account service (4.2). */
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

/** What the site does by itself (4.2). */
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

/** What a button or link does. */
export interface Action {
  readonly type: RequestAction | GenericAction;
  /** A form type, a path, an address or a coupon's code, as the type asks for. */
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
  /** Stands beside the button. */
  readonly message?: string;
  readonly action: Action;
}

/** A screen that takes a form's place, whether all went well or not (row 3-39). */
export interface CompletionPage {
  readonly title: string;
  readonly subtitle?: string;
  readonly options: readonly CompletionOption[];
  readonly messages?: readonly FormMessage[];
  /** Stands for `{country}` where the country is not known (A126). */
  readonly unknown_country?: string;
}

/** A page with its places filled in all its words. */
export function fillPage(page: CompletionPage, places: Readonly<Record<string, string | number>>): CompletionPage {
  const filled = (_: string, value: unknown) => (typeof value === "string" ? fill(value, places) : value);
  return JSON.parse(JSON.stringify(page), filled) as CompletionPage;
}
