// What a form is made of, as content declares it (content/data/onboarding/<form type>.toml); the words of all forms stand in content/data/forms.toml.

import type { CompletionPage, FormMessage, RequestAction } from "../content/completion";
import type { RuleName } from "./rules/rules";

export type {
  Action,
  CompletionOption,
  CompletionPage,
  FormMessage,
  GenericAction,
  RequestAction,
} from "../content/completion";

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
/** One of the ten. */
export type FormType = (typeof FORM_TYPES)[number];

/** The form type of a text, whatever its capitals (A11); `undefined` for what is none. */
export function formType(text: string): FormType | undefined {
  return FORM_TYPES.find((type) => type.toLowerCase() === text.toLowerCase());
}

/** One choice of a dropdown. */
export interface FieldOption {
  /** What is sent. */
  readonly value: string;
  /** What is read. */
  readonly text: string;
}

/** One field of a form (row 3-36). Its keyboard and its longest value follow from its rule. */
export interface Field {
  /** Part of the element's id; unlike in all the form. */
  readonly id: string;
  /** Under which the value is kept and sent. */
  readonly name: string;
  readonly type: "text" | "password" | "dob" | "dropdown" | "checkbox" | "message";
  /** What stands above the field, or beside the box; words in [brackets] are the link to `url`. */
  readonly label: string;
  readonly placeholder?: string;
  /** What is wrong when the value breaks the rule, and how to fix it. Required with `validation`. */
  readonly errormessage?: string;
  /** The same for a value that is too long only; `errormessage` by default. */
  readonly long_message?: string;
  /** Advice about a password that is accepted but weak. */
  readonly hint?: string;
  /** Which rule of section 5 it must keep; a field without one may hold anything. */
  readonly validation?: RuleName;
  readonly options?: readonly FieldOption[];
  /** A token of the HTML standard, by which browsers and password managers know what to fill in. */
  readonly autocomplete?: string;
  /** Where the label of a checkbox or message leads (A43). */
  readonly url?: string;
}

/** One page of a form; it is valid when all its fields are (row 5-23). */
export interface FormPage {
  readonly fields: readonly Field[];
}

/** A form (specification, section 3; A43). */
export interface FormDefinition {
  readonly title: string;
  readonly subtitle?: string;
  readonly pages: readonly FormPage[];
  /** `compact` leaves out subtitle and links (A44). */
  readonly layout?: "default" | "compact";
  /** The last page's button; earlier ones say `next` of the words. */
  readonly completeTitle: string;
  /** On the button while the answer is awaited; `wait` of the words where it is not said. */
  readonly loadingMessage?: string;
  /** Links below the fields. */
  readonly messages?: readonly FormMessage[];
}

/** A form of the modal container with what comes after it (row 3-38). */
export interface OnboardingDefinition extends FormDefinition {
  /** What runs when the last page is valid. */
  readonly action: { readonly type: RequestAction };
  /** Shown on success; the container closes where there is none (row 4.2-10). */
  readonly completion?: CompletionPage;
  /** Shown after a coupon that asks for a deposit (A46). */
  readonly completion_deposit?: CompletionPage;
  /** Shown after a coupon that is in play at once (A46). */
  readonly completion_lobby?: CompletionPage;
  /** Takes the form's place on a failure; without it the message stands in the form (rows 8-09, 8-10). */
  readonly onerror?: CompletionPage;
  /** By the message of the API that asks for it (A125). */
  readonly errorPages?: Readonly<Record<string, CompletionPage>>;
  /** Its subtitle names the `{country}`. */
  readonly errorViewerRestriction?: CompletionPage;
  readonly errorMaxLoginAttempts?: CompletionPage;
  /** Whether a quick play check runs when the form opens (row 4.2-33). */
  readonly quickplayEnabled?: boolean;
}

/** The words of all forms; content/data/forms.toml has them under `words`. */
export interface FormWords {
  readonly next: string;
  readonly back: string;
  /** Names the toggle beside a password. */
  readonly show: string;
  readonly hide: string;
  /** Name the parts of a date. */
  readonly month: string;
  readonly day: string;
  readonly year: string;
  /** Where a form of several pages stands: `{n}` and `{of}` are filled in. */
  readonly step: string;
  /** While an answer is awaited. */
  readonly wait: string;
  /** Beside a login that was filled in because it was used last. */
  readonly notYou: string;
  /** Closes a screen that has no option to do so (A45). */
  readonly close: string;
}
