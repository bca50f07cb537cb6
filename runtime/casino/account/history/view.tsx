// The content of the history: balance, number of deposits, and the active coupon with its progress.

import type { Data } from "croupier:types";
import "../../coupons/card/progress.css";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import type { ReactNode } from "react";
import { Progress, ServerText } from "../../coupons/card/card_parts";
import { $activeCoupon, type ActiveCoupon } from "../../coupons/store/coupons";
import { $balance, $user } from "../../player/player";
import { NOTHING, refresh, type ServerData } from "../../stores/server_data";
import { Button, Link } from "../../ui/controls/button";
import { Money, Skeleton } from "../../ui/display/content";

/** Renders the history. */
export function View({ texts }: HistoryProps) {
  return (
    <dl className="history">
      <Entry label={texts.balance} texts={texts} store={$balance}>
        {({ cents, symbol }) => <Money cents={cents} symbol={symbol} />}
      </Entry>
      <Entry label={texts.deposits} texts={texts} store={$user}>
        {({ deposits }) => deposits}
      </Entry>
      <Entry label={texts.coupon} texts={texts} store={$activeCoupon}>
        {(active) =>
          active ? (
            <Coupon active={active} />
          ) : (
            <span className="history__none">
              {texts.no_coupon} <Link to={texts.coupons.path}>{texts.coupons.label}</Link>
            </span>
          )
        }
      </Entry>
    </dl>
  );
}

/** Props of an entry. */
interface EntryProps<T> {
  readonly label: string;
  readonly texts: HistoryTexts;
  readonly store: ServerData<T>;
  readonly children: (data: T) => ReactNode;
}

/** Renders one entry: a placeholder, the data, or an error. Data from an earlier load has priority over an error. */
function Entry<T>({ label, texts, store, children }: EntryProps<T>) {
  const { data, error, loading } = useStore(store, NOTHING);
  const isUnknown = data === undefined && error !== undefined;

  return (
    <div className="history__entry">
      <dt>{label}</dt>
      {isUnknown ? (
        <dd className="history__unknown">
          {texts.unknown}{" "}
          <Button
            kind="quiet"
            busy={loading === true}
            aria-label={`${texts.retry}: ${label}`}
            onClick={() => refresh(store)}
          >
            {texts.retry}
          </Button>
        </dd>
      ) : (
        <dd>{data === undefined ? <Skeleton shape="amount" /> : children(data)}</dd>
      )}
    </div>
  );
}

/** Renders the coupon with the same progress bar as its card. */
function Coupon({ active: { promotion, status } }: { readonly active: ActiveCoupon }) {
  const cards = useQuery("cards");
  const symbol = useStore($balance, NOTHING).data?.symbol ?? "$";

  return (
    <div className="history__coupon">
      <span>
        {import.meta.env.LANGUAGES ? (
          <ServerText isTranslated={promotion.isTranslated}>{promotion.title || promotion.code}</ServerText>
        ) : (
          promotion.title || promotion.code
        )}
      </span>
      <small>
        {promotion.code}
        {cards && `, ${cards.status[status].toLowerCase()}`}
      </small>
      {cards && status === "redeemed" && <Progress promotion={promotion} texts={cards} symbol={symbol} />}
    </div>
  );
}

/** The texts of the history. */
type HistoryTexts = Data["account"]["history"];

/** The island's props. */
export interface HistoryProps {
  readonly texts: HistoryTexts;
}
