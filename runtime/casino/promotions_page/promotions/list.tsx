// The list of coupons for visitors, which is rendered into the HTML (rows 2.8-04, 6-01, 6-02).

import { ID } from "@croupier/loader";
import { ErrorBoundary } from "@croupier/loader/error-boundary";
import { useStore } from "@croupier/loader/use-store";
import { memo, Suspense, useMemo } from "react";
import { VISITOR_SYMBOL } from "../../content/format";
import type { Promotion } from "../../coupons/api/promotions";
import { CardBody, type CardFacts } from "../../coupons/card/card_body";
import { Contents } from "../../coupons/card/contents";
import { byFirstBonus, findByCode } from "../../coupons/model/order";
import { $defaultPromotions, newerThan, toPagePromotions } from "../../coupons/store/default_promotions";
import { CouponCode } from "../../coupons/ui/coupon_code";
import { openPanel } from "../../stores/location";
import { NOTHING } from "../../stores/server_data";
import { buttonClass } from "../../ui/controls/button";
import { type GuestProps, Side } from "../page";

/** Props of the list. */
type ListProps = GuestProps & { readonly promo: string };

/** Renders the promotions by first bonus, highest first. Newer server data replaces the page's list. `promo` is a URL parameter. */
export function List({ promotions, texts, email, promo }: ListProps) {
  const { data } = useStore($defaultPromotions, NOTHING);
  const promotionList = useMemo(() => toPagePromotions(promotions), [promotions]);
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

/** Renders the card. The button passes the code to SIGN UP, where a cookie stores it until the signup is complete (A65). */
function GuestCard(props: Omit<CardFacts, "status">) {
  return (
    <CardBody {...props} status="available" Contents={Contents}>
      <button
        type="button"
        className={buttonClass({ wide: true })}
        command="--open"
        commandfor={ID.modal}
        value="signup"
        data-about={props.promotion.code}
      >
        {props.texts.buttons.guest}
      </button>
    </CardBody>
  );
}
