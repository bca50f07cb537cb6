// The offers on pages after a form: the welcome coupon, and a coupon by its code.

import type { CompletionOption } from "../../content/completion";
import type { OnboardingDefinition } from "../../forms/definition";
import type { RequestResult } from "../model/request";
import { CustomCoupon } from "./custom_coupon";
import { CouponOption, WelcomeOffer } from "./welcome_offer";

/** The props of an offer. */
export interface OfferProps {
  readonly option: CompletionOption;
  /** Whether it is the primary action of its page. */
  readonly isFirst: boolean;
  /** The definition of the form that the page follows. */
  readonly definition: OnboardingDefinition;
  /** The message of a failure that has no message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
  /** Processes the result: the page that follows. */
  readonly finish: (result: RequestResult) => void;
}

/** Renders an option whose action is WELCOME_OFFER or CUSTOM_COUPON (rows 4.2-29, 4.2-30). */
export function OfferOption(props: OfferProps) {
  const { type, about } = props.option.action;
  if (type === "WELCOME_OFFER") return <WelcomeOffer {...props} />;
  return about ? <CouponOption {...props} code={about} /> : <CustomCoupon {...props} />;
}
