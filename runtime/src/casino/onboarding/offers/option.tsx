// What pages after a form offer: the welcome coupon, and a coupon by its code.

import type { CompletionOption } from "../../content/completion";
import type { OnboardingDefinition } from "../../forms/definition";
import type { Finished } from "../model/request";
import { CustomCoupon } from "./custom_coupon";
import { CouponOption, WelcomeOffer } from "./welcome_offer";

/** What an offer is drawn from. */
export interface OfferProps {
  readonly option: CompletionOption;
  /** It is the thing to do on its page. */
  readonly isFirst: boolean;
  /** The definition of the form that the page follows. */
  readonly definition: OnboardingDefinition;
  /** What is said of a failure that has no words of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
  /** Takes what came of it: the page that follows. */
  readonly finish: (finished: Finished) => void;
}

/** Draws an option whose action is WELCOME_OFFER or CUSTOM_COUPON (rows 4.2-29, 4.2-30). */
export function OfferOption(props: OfferProps) {
  const { type, about } = props.option.action;
  if (type === "WELCOME_OFFER") return <WelcomeOffer {...props} />;
  return about ? <CouponOption {...props} code={about} /> : <CustomCoupon {...props} />;
}
