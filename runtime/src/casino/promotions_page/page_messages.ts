// Props that the template passes to both islands of the coupons page. They include the texts to show if other data fails to load.

import type { CardTexts } from "../coupons/model/card_messages";

/** The texts of content/data/cards.toml, with those around the lists. */
interface PageTexts extends CardTexts {
  readonly page: {
    readonly offers: string;
    readonly yours: string;
    readonly active: string;
    readonly help: string;
    readonly code_label: string;
    readonly submit: string;
    /** Replaces the field while a coupon is active. */
    readonly one_at_a_time: string;
    readonly trouble: string;
    readonly trouble_mail: string;
    /** Label of the button that closes the recommendation. */
    readonly close: string;
    readonly loading: string;
    readonly redeemed: string;
  };
}

/** Props of both islands. */
export interface PageProps {
  readonly texts: PageTexts;
  /** The support email address. */
  readonly email: string;
}
