// The list of coupons for visitors, which is rendered into the HTML (rows 2.8-04, 6-01, 6-02).

import { memo, Suspense, useMemo } from "react";
import { VISITOR_SYMBOL } from "../../content/money";
import { type Promotion, toPromotion } from "../../coupons/api/promotions";
import { GuestCard } from "../../coupons/card/guest_card";
import { newerThan } from "../../coupons/model/newer_promotions";
import { byFirstBonus, findByCode } from "../../coupons/model/order";
import { $defaultPromotions } from "../../coupons/store/default_promotions";
import { CouponCode } from "../../coupons/ui/coupon_code";
import { NOTHING } from "../../stores/server_data";
import { openPanel } from "../../ui/dialogs/open_panel";
import { ErrorBoundary } from "../../ui/error_boundary";
import { useStore } from "../../ui/use_store";
import { Side } from "../side";
import type { GuestProps } from "./props";

/** Props of the list. */
type ListProps = GuestProps & { readonly promo: string };

/** Renders the promotions by first bonus, highest first. Newer server data replaces the page's list. `promo` is a URL parameter. */
export function List({ promotions, texts, email, promo }: ListProps) {
  const { data } = useStore($defaultPromotions, NOTHING);
  const promotionList = useMemo(() => promotions.map(toPromotion), [promotions]);
  const newer = useMemo(() => newerThan(promotionList), [promotionList]);
  const list = useMemo(() => newer(data) ?? promotionList, [newer, data, promotionList]);
  return (
    <>
      <Side texts={texts} email={email}>
        <CouponCode
          initial=""
          isBusy={false}
          refused={undefined}
          label={texts.page.code_label}
          submit={texts.page.submit}
          isPlain
          onSubmit={(code) => openPanel("signup", code)}
        />
      </Side>
      <section className="promotions__list" aria-labelledby="promotions-offers">
        <h2 id="promotions-offers">{texts.page.offers}</h2>
        <Cards list={list} texts={texts} promo={promo} />
      </section>
    </>
  );
}

interface CardsProps extends Pick<ListProps, "texts" | "promo"> {
  readonly list: readonly Promotion[];
}

/** Hydrates cards one at a time, so that input waits for at most one card. */
const Cards = memo(function Cards({ list, texts, promo }: CardsProps) {
  const sorted = byFirstBonus(list);
  const openedPromotion = findByCode(sorted, promo);
  return (
    <ul>
      {sorted.map((promotion) => (
        <li key={promotion.code}>
          <ErrorBoundary part="coupon card">
            <Suspense>
              <GuestCard
                promotion={promotion}
                texts={texts}
                symbol={VISITOR_SYMBOL}
                isOpen={promotion === openedPromotion}
              />
            </Suspense>
          </ErrorBoundary>
        </li>
      ))}
    </ul>
  );
});
