// Who brought the visitor here: kept for some days, and told to nobody before a signup (A15, row 2.2-07).

import { config } from "../config/config";
import type { Partner } from "./query";

/** A partner, as a signup names one; what the link did not say is empty. */
export interface Affiliate {
  /** `tracking_id` of the signup. */
  readonly token: string;
  /** `affiliate_id` and `aid` of the signup. */
  readonly rtgAff: string;
  readonly feed: string;
}

/** What is stored; `at` in epoch milliseconds. */
interface Stored extends Partner {
  readonly at: number;
}

const KEY = "affiliate";
const DAY_MS = 24 * 60 * 60 * 1000;
/** For the document alone, where the browser keeps nothing. */
let kept: string | null = null;

/** Keeps who brought the visitor, in place of who did before. */
export function keepAffiliate({ token, rtg_aff, feed }: Partner, now = Date.now()) {
  const stored: Stored = { token, rtg_aff, feed, at: now };
  kept = JSON.stringify(stored);
  try {
    localStorage.setItem(KEY, kept);
  } catch {
    // The document knows it all the same.
  }
}

/** Who brought the visitor within the last days that site.toml says; `undefined` where nobody did. */
export function affiliate(now = Date.now()): Affiliate | undefined {
  const { token, rtg_aff, feed, at } = read();
  const isOurs = typeof token === "string" && typeof rtg_aff === "string" && typeof feed === "string";
  if (!isOurs || typeof at !== "number" || !(Math.abs(now - at) <= config().affiliate.days * DAY_MS)) return undefined;
  return { token, rtgAff: rtg_aff, feed };
}

function read(): Readonly<Partial<Record<keyof Stored, unknown>>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? kept ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
