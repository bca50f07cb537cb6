// Messages for a coupon that was not redeemed (section 8, A127, A128).

import type { Failure } from "../../api/outcome";
import { failureText, matchMessage } from "../../content/failure_messages";
import type { MessageTexts } from "../../content/messages";
import { fill } from "../../content/texts";

/** Returns whether the API refused the code as unknown. */
export function isInvalidCode(failure: Failure, { coupon }: MessageTexts): boolean {
  const { invalid_answer = "" } = coupon ?? {};
  return failure.kind === "refused" && matchMessage([{ message: invalid_answer }], failure.message) !== undefined;
}

/** Returns the message for a failed redeem. Replaces the API's text for unknown codes. `name` is the product's name. */
export function couponFailureText(failure: Failure, code: string, texts: MessageTexts, name: string): string {
  const { invalid, redeem } = texts.coupon ?? {};
  // The text of a server error is not meant for players.
  if (failure.kind === "refused" && (!failure.message || failure.status >= 500)) return redeem ?? texts.fallback;
  return invalid && isInvalidCode(failure, texts) ? fill(invalid, { code }) : failureText(failure, texts, name);
}
