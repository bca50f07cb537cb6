// The content of the history: balance, number of deposits, and the active coupon with its progress.

import type { ReactNode } from "react";
import { useQuery } from "../../../island/queries";
import type { ActiveCoupon } from "../../coupons/api/coupons";
import { Progress } from "../../coupons/card/progress";
import "../../coupons/card/progress.css";
import type { CardWords } from "../../coupons/model/card_messages";
import { $activeCoupon } from "../../coupons/store/coupons";
import { useData } from "../../hooks/use_data";
import { $balance, $user } from "../../player/store/player";
import { NOTHING, refresh, type ServerData } from "../../stores/server_data";
import { Button } from "../../ui/controls/button";
import { Link } from "../../ui/controls/link";
import { Money } from "../../ui/display/money";
import { Skeleton } from "../../ui/display/skeleton";
import { useStore } from "../../ui/use_store";
import type { HistoryProps, HistoryWords } from "./messages";

/** Renders the history. */
export function View({ words }: HistoryProps) {
  return (
    <dl className="history">
      <Entry label={words.balance} words={words} store={$balance}>
        {({ cents, symbol }) => <Money cents={cents} symbol={symbol} />}
      </Entry>
      <Entry label={words.deposits} words={words} store={$user}>
        {({ deposits }) => deposits}
      </Entry>
      <Entry label={words.coupon} words={words} store={$activeCoupon}>
        {(active) =>
          active ? (
            <Coupon active={active} />
          ) : (
            <span className="history__none">
              {words.no_coupon} <Link to={words.coupons.path}>{words.coupons.label}</Link>
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
  readonly words: HistoryWords;
  readonly store: ServerData<T>;
  readonly children: (data: T) => ReactNode;
}

/** Renders one entry: a placeholder, the data, or an error. Data from an earlier load has priority over an error. */
function Entry<T>({ label, words, store, children }: EntryProps<T>) {
  const { data, error, loading } = useStore<Partial<ReturnType<typeof store.get>>>(store, NOTHING);
  const isUnknown = data === undefined && error !== undefined;
  return (
    <div className="history__entry">
      <dt>{label}</dt>
      {isUnknown ? (
        <dd className="history__unknown">
          {words.unknown}{" "}
          <Button
            kind="quiet"
            busy={loading === true}
            aria-label={`${words.retry}: ${label}`}
            onClick={() => refresh(store)}
          >
            {words.retry}
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
  const cards = useQuery<CardWords>("cards");
  const symbol = useData($balance)?.symbol ?? "$";
  return (
    <div className="history__coupon">
      <span>{promotion.title || promotion.code}</span>
      <small>
        {promotion.code}
        {cards && `, ${cards.status[status].toLowerCase()}`}
      </small>
      {cards && status === "redeemed" && <Progress promotion={promotion} words={cards} symbol={symbol} />}
    </div>
  );
}
