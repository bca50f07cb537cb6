// Counts refused logins in this tab: from the fifth refusal on, another screen is shown (rows 4.1-17, 4.1-18, A73).

import { ownKey } from "../../config/config";

/** After this many refusals the screen that links to support is shown (row 9-05). */
const MAX_FAILURES = 5;

const KEY = "login_failures";

/** The storage of the count: session storage, or a replacement for it. */
export type CountStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Counts a refusal; returns whether the limit is reached. Returns false if nothing can be stored. */
export function countFailure(storage: CountStorage | undefined = ownStorage()): boolean {
  try {
    const count = Number(storage?.getItem(ownKey(KEY)) ?? 0) + 1;
    storage?.setItem(ownKey(KEY), String(count));
    return storage !== undefined && count >= MAX_FAILURES;
  } catch {
    return false;
  }
}

/** Resets the count after a successful login. */
export function resetFailures(storage: CountStorage | undefined = ownStorage()): void {
  storage?.removeItem(ownKey(KEY));
}

function ownStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
