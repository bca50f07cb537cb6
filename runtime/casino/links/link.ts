// Stores what a link brings: the secrets and choices for the form that it opens, in memory only, and the partner who referred the
// visitor, for some days (A15, row 2.2-07).

import { atom, type ReadableAtom } from "nanostores";
import { config, OWN_STORAGE } from "../config/config";
import type { FormType } from "../forms/definition";
import { readStored, writeStored } from "../session/record";
import { withFallback } from "../session/session";

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

/** A partner in the form that a signup sends; values that the link lacks are empty. */
export interface Affiliate {
  /** `tracking_id` of the signup. */
  readonly token: string;
  /** `affiliate_id` and `aid` of the signup. */
  readonly rtgAff: string;
  readonly feed: string;
}

const KEY = "affiliate";
const DAY_MS = 24 * 60 * 60 * 1000;
const storage = withFallback(OWN_STORAGE);

/** Stores the partner who referred the visitor, and replaces the previous one. */
export function keepAffiliate({ token, rtg_aff, feed }: Partner, now = Date.now()) {
  writeStored(storage, KEY, { token, rtg_aff, feed, at: now });
}

/** Returns the partner who referred the visitor within the number of days in site.toml; `undefined` if there is none. */
export function affiliate(now = Date.now()): Affiliate | undefined {
  const { token, rtg_aff, feed, at } = readStored(storage, KEY);
  const isOurs = typeof token === "string" && typeof rtg_aff === "string" && typeof feed === "string";
  if (!isOurs || typeof at !== "number" || !(Math.abs(now - at) <= config().affiliate.days * DAY_MS)) return undefined;
  return { token, rtgAff: rtg_aff, feed };
}

/** The partner who referred a visitor, with the parameter names of a partner's link; missing values are empty. */
export interface Partner {
  readonly token: string;
  readonly rtg_aff: string;
  readonly feed: string;
}
