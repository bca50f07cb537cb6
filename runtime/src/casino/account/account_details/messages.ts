// Props and texts of the account details: content/data/account.toml, `details`.

import type { FormDefinition, FormTexts } from "../../forms/definition";

/** The texts of the account details. */
export interface DetailsTexts {
  readonly title: string;
  readonly name: string;
  readonly login: string;
  readonly email: string;
  readonly birth_date: string;
  /** Replaces missing values. */
  readonly none: string;
  /** Explains that only support can change these values, with a link to support in `ask`. */
  readonly fixed: string;
  readonly ask: { readonly label: string; readonly path: string };
  readonly unknown: string;
  readonly retry: string;
  readonly address: {
    readonly text: string;
    /** Shown after saving until the next change. */
    readonly saved: string;
  };
}

/** The island's props. */
export interface AccountDetailsProps {
  readonly texts: DetailsTexts;
  /** The form. It has the same fields as the account details form before a deposit. */
  readonly definition: FormDefinition;
  readonly formTexts: FormTexts;
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}
