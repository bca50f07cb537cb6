// The coupons page for visitors, as it stands in the HTML (rows 2.8-04, 6-01, 6-02).

import { toPromotion } from "../../api/promotions";
import { CouponCode } from "../../cashier/coupon_code";
import { GuestCard } from "../../promotions/guest_card";
import { byFirstBonus, named } from "../../promotions/order";
import { Side } from "../../promotions/side";
import { $defaultPromotions } from "../../stores/default_promotions";
import { NOTHING } from "../../stores/player";
import { ErrorBoundary } from "../../ui/error_boundary";
import { openPanel } from "../../ui/layers";
import { useStore } from "../../ui/use_store";
import type { GuestProps } from "./props";

/** The sign of money that visitors see (A132). */
const SYMBOL = "$";

/** What every visitor sees. */
type Given = GuestProps & { readonly promo: string };

/** Draws them, highest first bonus first; a fresher list takes the place of the page's own. `promo` is what the address asks for. */
export function List({ promotions, words, email, promo }: Given) {
  const { data } = useStore($defaultPromotions, NOTHING);
  const list = byFirstBonus(data ?? promotions.map(toPromotion));
  const opened = named(list, promo);
  return (
    <>
      <Side words={words} email={email}>
        <CouponCode
          initial=""
          isBusy={false}
          refused={undefined}
          label={words.page.code_label}
          submit={words.page.submit}
          isPlain
          onSubmit={(code) => openPanel("signup", code)}
        />
      </Side>
      <section className="promotions__list" aria-labelledby="promotions-offers">
        <h2 id="promotions-offers">{words.page.offers}</h2>
        <ul>
          {list.map((promotion) => (
            <li key={promotion.code}>
              <ErrorBoundary part="coupon card">
                <GuestCard promotion={promotion} words={words} symbol={SYMBOL} isOpen={promotion === opened} />
              </ErrorBoundary>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
