// Stores the secrets and choices of the link that opened a form. They are in memory only, so a reload discards them (A12, A13).

import { atom, type ReadableAtom } from "nanostores";
import type { FormType } from "../forms/definition";

/** The values of a link; absent and invalid values are missing. */
export interface Link {
  /** The number of the player whose password is reset; digits. */
  readonly pid?: string;
  /** The single-use token for the reset; a secret. */
  readonly token?: string;
  /** The hash of the player for quick play and quick redeem, from an e-mail; a secret. */
  readonly hash?: string;
  /** The game to play, as written in the link (A83). */
  readonly game?: string;
  /** A reward's code. */
  readonly code?: string;
  /** A coupon's code. */
  readonly coupon?: string;
}

const $writableLink = atom<Link>({});
/** The values of the link that opened the current form; empty if it was opened otherwise. */
export const $link: ReadableAtom<Link> = $writableLink;

let formOfLink: FormType | undefined;
/** Returns the form that a link of this document opened last, also after its values are used up. Automatic panels do not open over it. */
export const followedForm = (): FormType | undefined => formOfLink;

/** Stores the values of a link in place of the previous ones; `form` is the form that it opens. */
export function keepLink(link: Link, form = formOfLink) {
  $writableLink.set(link);
  formOfLink = form;
}

/** Clears the link after it is used up. */
export function clearLink() {
  $writableLink.set({});
}
