// What is said of a coupon that was not redeemed (section 8, A127, A128).

import type { Failure } from "../../api/outcome";
import { matchMessage, type Words, wordsOf } from "../../content/messages";
import { fill } from "../../content/texts";

/** Whether the API knows no coupon of that code. */
export function isInvalidCode(failure: Failure, { coupon }: Words): boolean {
  const { invalid_answer = "" } = coupon ?? {};
  return failure.kind === "refused" && matchMessage([{ message: invalid_answer }], failure.message) !== undefined;
}

/** One sentence; the API's own word for a code that it does not know is never shown as it comes. `name` is the product's. */
export function couponWords(failure: Failure, code: string, words: Words, name: string): string {
  const { invalid, redeem } = words.coupon ?? {};
  // A server that broke has nothing to say to players.
  if (failure.kind === "refused" && (!failure.message || failure.status >= 500)) return redeem ?? words.fallback;
  return invalid && isInvalidCode(failure, words) ? fill(invalid, { code }) : wordsOf(failure, words, name);
}
