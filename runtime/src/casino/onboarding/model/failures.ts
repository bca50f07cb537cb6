// How often a login was refused in this tab: the fifth time and from then on, another screen shows (rows 4.1-17, 4.1-18, A73).

/** So many refusals show the way to support (row 9-05). */
export const MOST_FAILURES = 5;

const KEY = "login_failures";

/** Where the count is kept: session storage, or what stands in for it. */
export type CountStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Counts one more; says whether that is too many. Where nothing can be kept, it never is. */
export function countFailure(storage: CountStorage | undefined = own()): boolean {
  try {
    const count = Number(storage?.getItem(KEY) ?? 0) + 1;
    storage?.setItem(KEY, String(count));
    return storage !== undefined && count >= MOST_FAILURES;
  } catch {
    return false;
  }
}

/** Begins again, after a login that succeeded. */
export function forgetFailures(storage: CountStorage | undefined = own()): void {
  storage?.removeItem(KEY);
}

function own(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
