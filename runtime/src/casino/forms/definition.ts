// Types of forms as content declares them (content/data/onboarding/<form type>.toml); the texts of all forms are in
// content/data/forms.toml.

import type { Data } from "croupier:types";
import type { CompletionPage, FormMessage, RequestAction } from "../content/failure_messages";
import type { RuleName } from "./rules/rules";

export type {
  Action,
  CompletionPage,
  RequestAction,
} from "../content/failure_messages";

/** The ten form types, which are the names of their files (row 2.13-01). */
export const FORM_TYPES = [
  "signup",
  "quicksignup",
  "login",
  "compactlogin",
  "moreDetails",
  "forgottenusername",
  "forgottenpassword",
  "passwordreset",
  "quickredeem",
  "quickplay",
] as const;
/** One of the ten form types. */
export type FormType = (typeof FORM_TYPES)[number];

/** Returns the form type that a text names, ignoring case (A11); `undefined` if there is none. */
export function formType(text: string): FormType | undefined {
  return FORM_TYPES.find((type) => type.toLowerCase() === text.toLowerCase());
}

/** An option of a dropdown. */
export interface FieldOption {
  /** The value that is sent. */
  readonly value: string;
  /** The visible text. */
  readonly text: string;
}

/** A field of a form (row 3-36). Its keyboard and its maximum length follow from its rule. */
export interface Field {
  /** Part of the element's id; unique in the form. */
  readonly id: string;
  /** The key under which the value is stored and sent. */
  readonly name: string;
  readonly type: "text" | "password" | "dob" | "dropdown" | "checkbox" | "message";
  /** The label of the field or checkbox; text in [brackets] is the link to `url`. */
  readonly label: string;
  readonly placeholder?: string;
  /** The message for a value that breaks the rule, with how to fix it. Required with `validation`. */
  readonly errormessage?: string;
  /** The message for a value that is only too long; `errormessage` by default. */
  readonly long_message?: string;
  /** The hint for a password that is accepted but weak. */
  readonly hint?: string;
  /** The rule of section 5 for the value; a field without one accepts any value. */
  readonly validation?: RuleName;
  readonly options?: readonly FieldOption[];
  /** An autocomplete token of the HTML standard, which browsers and password managers use to fill in the field. */
  readonly autocomplete?: string;
  /** The link target in the label of a checkbox or message (A43). */
  readonly url?: string;
}

/** A page of a form; it is valid when all its fields are (row 5-23). */
interface FormPage {
  readonly fields: readonly Field[];
}

/** A form (specification, section 3; A43). */
export interface FormDefinition {
  readonly title: string;
  readonly subtitle?: string;
  readonly pages: readonly FormPage[];
  /** `compact` leaves out subtitle and links (A44). */
  readonly layout?: "default" | "compact";
  /** The label of the last page's button; the buttons of earlier pages show `next` of the texts. */
  readonly completeTitle: string;
  /** The label of the button while the form waits for the response; `wait` of the texts by default. */
  readonly loadingMessage?: string;
  /** Links below the fields. */
  readonly messages?: readonly FormMessage[];
}

/** A form of the modal container with the pages that follow it (row 3-38). */
export interface OnboardingDefinition extends FormDefinition {
  /** The request that runs when the last page is valid. */
  readonly action: { readonly type: RequestAction };
  /** Shown on success; without it the container closes (row 4.2-10). */
  readonly completion?: CompletionPage;
  /** Shown after a coupon that requires a deposit (A46). */
  readonly completion_deposit?: CompletionPage;
  /** Shown after a coupon that is active immediately (A46). */
  readonly completion_lobby?: CompletionPage;
  /** Replaces the form on a failure; without it the message is shown in the form (rows 8-09, 8-10). */
  readonly onerror?: CompletionPage;
  /** Error pages by the API message that selects them (A125). */
  readonly errorPages?: Readonly<Record<string, CompletionPage>>;
  /** Its subtitle contains the placeholder `{country}`. */
  readonly errorViewerRestriction?: CompletionPage;
  readonly errorMaxLoginAttempts?: CompletionPage;
  /** Whether a quick play check runs when the form opens (row 4.2-33). */
  readonly quickplayEnabled?: boolean;
}

/** The texts of all forms, from `texts` in content/data/forms.toml. */
export type FormTexts = Data["forms"]["texts"];
