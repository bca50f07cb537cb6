// What Manage Account is drawn from: content/data/account.toml, `details`.

import type { FormDefinition, FormWords } from "../../forms/definition";

/** The words around a player's details. */
export interface DetailsWords {
  readonly title: string;
  readonly name: string;
  readonly login: string;
  readonly email: string;
  readonly birth_date: string;
  /** In place of what the account does not have. */
  readonly none: string;
  /** What only we change, and where to ask for it. */
  readonly fixed: string;
  readonly ask: { readonly label: string; readonly path: string };
  readonly unknown: string;
  readonly retry: string;
  readonly address: {
    readonly text: string;
    /** Said once it is saved, until something is changed. */
    readonly saved: string;
  };
}

/** The island's props. */
export interface AccountDetailsProps {
  readonly words: DetailsWords;
  /** The form; its fields are those of the account details that a deposit asks for. */
  readonly definition: FormDefinition;
  readonly formWords: FormWords;
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}
