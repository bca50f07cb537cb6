// Compares coupon codes. The API, links, cookies and players write them in different cases, and sometimes with spaces around them.

/** Returns a code in the form in which codes are compared. */
export function normalizeCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Returns whether two codes identify the same coupon. */
export function isSameCode(a: string | undefined, b: string): boolean {
  return a !== undefined && normalizeCode(a) === normalizeCode(b);
}
