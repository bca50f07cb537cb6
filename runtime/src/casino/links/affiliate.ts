// Stores the partner who referred the visitor for some days; it is sent only with a signup (A15, row 2.2-07).

import { config } from "../config/config";
import { OWN_STORAGE } from "../config/own_storage";
import type { Partner } from "./query";

/** A partner in the form that a signup sends; values that the link lacks are empty. */
export interface Affiliate {
  /** `tracking_id` of the signup. */
  readonly token: string;
  /** `affiliate_id` and `aid` of the signup. */
  readonly rtgAff: string;
  readonly feed: string;
}

/** The stored record; `at` is in epoch milliseconds. */
interface StoredPartner extends Partner {
  readonly at: number;
}

const KEY = "affiliate";
const DAY_MS = 24 * 60 * 60 * 1000;
/** The copy for this document, for browsers without storage. */
let memory: string | null = null;

/** Stores the partner who referred the visitor, and replaces the previous one. */
export function keepAffiliate({ token, rtg_aff, feed }: Partner, now = Date.now()) {
  const stored: StoredPartner = { token, rtg_aff, feed, at: now };
  memory = JSON.stringify(stored);
  try {
    OWN_STORAGE.setItem(KEY, memory);
  } catch {
    // The copy in memory remains.
  }
}

/** Returns the partner who referred the visitor within the number of days in site.toml; `undefined` if there is none. */
export function affiliate(now = Date.now()): Affiliate | undefined {
  const { token, rtg_aff, feed, at } = readStored();
  const isOurs = typeof token === "string" && typeof rtg_aff === "string" && typeof feed === "string";
  if (!isOurs || typeof at !== "number" || !(Math.abs(now - at) <= config().affiliate.days * DAY_MS)) return undefined;
  return { token, rtgAff: rtg_aff, feed };
}

function readStored(): Readonly<Partial<Record<keyof StoredPartner, unknown>>> {
  try {
    const value: unknown = JSON.parse(OWN_STORAGE.getItem(KEY) ?? memory ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
