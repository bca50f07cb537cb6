// The cookies of coupons: one that this site writes for somebody who is signed out, and those that a partner's site wrote (A65, A66).

/** A coupon that a partner's link promised. */
export interface PartnerCoupon {
  readonly code: string;
  /** Which endpoint redeems it (A66). */
  readonly kind: "reward" | "coupon";
}

/** Our own; a partner's code and its kind. */
const NAMES = { own: "signup_coupon", partner: "aff_suc", kind: "active_cpn_type" } as const;
/** 7 days, in seconds (row 9-17). */
const MAX_AGE_S = 604_800;
const CODE = /^[A-Z0-9_-]{1,64}$/;

/** The code that a signed-out visitor chose; empty where there is none. */
export function couponCookie(): string {
  return codeOf(NAMES.own);
}

/** Keeps a code for after the signup; one that no coupon can have is not kept. */
export function keepCoupon(code: string) {
  const tidy = code.trim().toUpperCase();
  if (CODE.test(tidy)) write(tidy, MAX_AGE_S);
}

/** Forgets it, once it is redeemed; another code's redeem leaves it for later. */
export function forgetCoupon(redeemed: string) {
  if (redeemed.trim().toUpperCase() === couponCookie()) write("", 0);
}

/** The coupon of the partner who brought the visitor; `undefined` where there is none. */
export function affiliateCoupon(): PartnerCoupon | undefined {
  const code = codeOf(NAMES.partner);
  return code ? { code, kind: read(NAMES.kind) === "reward" ? "reward" : "coupon" } : undefined;
}

function codeOf(name: string): string {
  const code = read(name).trim().toUpperCase();
  return CODE.test(code) ? code : "";
}

function read(name: string): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  try {
    return decodeURIComponent(found?.slice(name.length + 1) ?? "");
  } catch {
    // Somebody else wrote it, and wrongly.
    return "";
  }
}

function write(code: string, age_s: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that can sign up.
  document.cookie = `${NAMES.own}=${code}; Max-Age=${age_s}; Path=/; SameSite=Lax; Secure`;
}
