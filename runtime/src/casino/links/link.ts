// What the link carried that a form is opened for: secrets and choices, in memory alone, so that a reload has none of them (A12, A13).

import { atom, type ReadableAtom } from "nanostores";
import type { FormType } from "../forms/definition";

/** A link's values; what the link did not say, or said in a way that makes no sense, is missing. */
export interface Link {
  /** Whose password is to be reset; digits. */
  readonly pid?: string;
  /** The proof for that, once; a secret. */
  readonly token?: string;
  /** Who quick play and quick redeem are for, from an e-mail; a secret. */
  readonly hash?: string;
  /** What is to be played, as it was written (A83). */
  readonly game?: string;
  /** A reward's code. */
  readonly code?: string;
  /** A coupon's code. */
  readonly coupon?: string;
}

const $kept = atom<Link>({});
/** The values of the link that opened the form which is shown; empty where it was opened otherwise. */
export const $link: ReadableAtom<Link> = $kept;

let followed: FormType | undefined;
/** The form that a link of this document opened last, also when its values are used up; what comes by itself keeps out of its way. */
export const followedForm = (): FormType | undefined => followed;

/** Keeps what a link said in place of what the last one said; `form` is what it opens. */
export function keepLink(link: Link, form = followed) {
  $kept.set(link);
  followed = form;
}

/** Forgets the link, once it is used up. */
export function clearLink() {
  $kept.set({});
}
