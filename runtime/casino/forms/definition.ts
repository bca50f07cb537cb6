// Types of forms as content declares them (content/data/onboarding/<form type>.toml); the texts of all forms are in
// content/data/forms.toml.

import type { Data } from "croupier:types";
import type { OnboardingDefinition } from "../content/failure_messages";

export type {
  Action,
  CompletionPage,
  OnboardingDefinition,
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

/** A field of a form (row 3-36). Its keyboard and its maximum length follow from its rule. */
export type Field = OnboardingDefinition["pages"][number]["fields"][number];

/** An option of a dropdown: the value that is sent, and the visible text. */
export type FieldOption = NonNullable<Field["options"]>[number];

/**
 * A form (specification, section 3; A43). `compact` leaves out subtitle and links (A44). A page is valid when all its fields are (row 5-23).
 */
export type FormDefinition = Pick<
  OnboardingDefinition,
  "title" | "subtitle" | "pages" | "layout" | "completeTitle" | "loadingMessage" | "messages"
>;

/** The texts of all forms, from `texts` in content/data/forms.toml. */
export type FormTexts = Data["forms"]["texts"];
