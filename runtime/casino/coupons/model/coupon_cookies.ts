// Reads and writes the coupon cookies: the site's own for signed-out visitors, and those of partner sites (A65, A66).

import { isSameCode, normalizeCode } from "../../api/values";

/** A coupon that a partner link promised. */
export interface PartnerCoupon {
  readonly code: string;
  /** Selects the endpoint that redeems it (A66). */
  readonly kind: "reward" | "coupon";
}

/** Cookie names: the site's own code, the partner's code and the kind of the partner's coupon. */
const NAMES = { own: "signup_coupon", partner: "aff_suc", kind: "active_cpn_type" } as const;
/** 7 days, in seconds (row 9-17). */
const MAX_AGE_S = 604_800;
const CODE = /^[A-Z0-9_-]{1,64}$/;

/** Returns the code that a signed-out visitor chose; empty if there is none. */
export function couponCookie(): string {
  return readCode(NAMES.own);
}

/** Stores a code until the visitor has signed up. Ignores codes that no coupon can have. */
export function storeCoupon(code: string) {
  const normalized = normalizeCode(code);
  if (CODE.test(normalized)) writeCookie(normalized, MAX_AGE_S);
}

/** Deletes the stored code after its redeem. A stored code that differs from `redeemed` remains. */
export function deleteCoupon(redeemed: string) {
  if (isSameCode(redeemed, couponCookie())) writeCookie("", 0);
}

/** Returns the coupon of the partner who referred the visitor; `undefined` if there is none. */
export function affiliateCoupon(): PartnerCoupon | undefined {
  const code = readCode(NAMES.partner);
  return code ? { code, kind: readCookie(NAMES.kind) === "reward" ? "reward" : "coupon" } : undefined;
}

function readCode(name: string): string {
  const code = normalizeCode(readCookie(name));
  return CODE.test(code) ? code : "";
}

function readCookie(name: string): string {
  const cookie = document.cookie.split("; ").find((entry) => entry.startsWith(`${name}=`));
  try {
    return decodeURIComponent(cookie?.slice(name.length + 1) ?? "");
  } catch {
    // A cookie of another site can have a malformed encoding.
    return "";
  }
}

function writeCookie(code: string, age_s: number) {
  // On an insecure origin, such as a phone that opens a development server, browsers reject secure cookies.
  const secure = globalThis.isSecureContext === false ? "" : "; Secure";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that can sign up.
  document.cookie = `${NAMES.own}=${code}; Max-Age=${age_s}; Path=/; SameSite=Lax${secure}`;
}
