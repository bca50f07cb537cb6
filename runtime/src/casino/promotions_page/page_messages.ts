// What the template passes to both islands of the coupons page: the words that must be there when nothing else comes.

import type { CardWords } from "../coupons/model/card_messages";

/** content/data/cards.toml, with the words around the lists. */
export interface PageWords extends CardWords {
  readonly page: {
    readonly offers: string;
    readonly yours: string;
    readonly active: string;
    readonly help: string;
    readonly code_label: string;
    readonly submit: string;
    /** Stands in place of the field while a coupon is active. */
    readonly one_at_a_time: string;
    readonly trouble: string;
    readonly trouble_mail: string;
    /** Closes the recommendation. */
    readonly close: string;
    readonly loading: string;
    readonly redeemed: string;
  };
}

/** What both are drawn from. */
export interface PageProps {
  readonly words: PageWords;
  /** Where mail for the support goes. */
  readonly email: string;
}
