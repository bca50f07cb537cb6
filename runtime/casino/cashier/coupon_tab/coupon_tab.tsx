// The cashier's tab COUPONS: actions for the player's coupon and balance, and the coupons to choose from (rows 2.7).

import "./coupon_tab.css";
import type { Data } from "croupier:types";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CardTexts } from "../../coupons/model/terms";
import { $activeCoupon, $promotions } from "../../coupons/store/coupons";
import { DepositButton } from "../../deposit/ui/deposit_button";
import { $balance, $user, refreshMoney } from "../../player/player";
import { NOTHING, refreshOlder, type ServerData } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";
import { Button } from "../../ui/controls/button";
import { Money } from "../../ui/display/content";
import { type BalanceState, findBalanceState } from "../model/balance_state";

/** Props of the tab. */
export interface CouponTabProps {
  readonly texts: CashierTexts;
  /** Returns to the games. */
  readonly onKeepPlaying: () => void;
}

/** Props of each view of the tab. */
export interface CouponViewProps extends Omit<CouponTabProps, "onKeepPlaying"> {
  readonly cardTexts: CardTexts;
  /** The symbol of the player's currency. */
  readonly symbol: string;
  readonly playerClass: string | undefined;
}

/** Renders the tab. All data is reloaded when the tab opens, and older data is not shown (rows 2.7-14, 4.7-01). */
export function CouponTab({ onKeepPlaying, ...props }: CouponTabProps) {
  const cardTexts = useQuery("cards");
  const isLoaded = useReloadedStores($activeCoupon, $promotions, $balance);
  const active = useStore($activeCoupon, NOTHING).data;
  const balance = useStore($balance, NOTHING).data;
  const playerClass = useStore($user, NOTHING).data?.playerClass;
  const [isChoosing, setChoosing] = useState(false);
  const container = useFocusedView(isChoosing);

  const balanceState = findBalanceState(active, balance);
  const isList = isChoosing && balanceState.kind !== "redeemed";
  const { views, isLost: hasFailed, retry } = useViews(isLoaded && (isList || "active" in balanceState));

  if (hasFailed) return <LoadFailure texts={props.texts} onRetry={retry} />;

  const viewProps = cardTexts && { ...props, cardTexts, playerClass, symbol: balance?.symbol ?? "$" };
  const renderView = () => {
    if (!viewProps || !isLoaded) return undefined;

    if (isList)
      return (
        views && (
          <views.CouponList
            {...viewProps}
            active={active ?? undefined}
            cents={balance?.cents}
            onDone={() => setChoosing(false)}
          />
        )
      );

    if (!("active" in balanceState))
      return <NoCouponView {...viewProps} balanceState={balanceState} onChoose={() => setChoosing(true)} />;

    return (
      views && (
        <views.ActiveCouponView
          {...viewProps}
          active={balanceState.active}
          onOther={() => setChoosing(true)}
          onKeepPlaying={onKeepPlaying}
        />
      )
    );
  };

  return (
    <div className="cashier__view" ref={container} tabIndex={-1}>
      {renderView() ?? (
        <p className="coupon-tab__loading" role="status">
          {props.texts.loading}
        </p>
      )}
    </div>
  );
}

interface LoadFailureProps extends Pick<CouponTabProps, "texts"> {
  readonly onRetry: () => void;
}

/** Renders the message for views whose code failed to load. */
function LoadFailure({ texts, onRetry }: LoadFailureProps) {
  return (
    <div className="cashier__view">
      <p role="alert">{texts.coupons.unknown}</p>
      <Button kind="quiet" wide onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  );
}

/** Returns the ref of the element around the views. It gets the focus when the view changes, because the focused control was removed. */
function useFocusedView(view: unknown) {
  const container = useRef<HTMLDivElement>(null);
  const isMounted = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the view that has just been drawn
  useLayoutEffect(() => {
    if (isMounted.current) container.current?.focus();
    isMounted.current = true;
  }, [view]);

  return container;
}

type Views = typeof import("./coupon_views");

/** Loads the views with cards once they are needed. A failed load can be retried. */
function useViews(isWanted: boolean) {
  const [views, setViews] = useState<Views>();
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (!isWanted || views || hasFailed) return;
    import("./coupon_views").then(setViews, () => setFailed(true));
  }, [isWanted, views, hasFailed]);

  return { views, isLost: hasFailed, retry: () => setFailed(false) };
}

/** Props of the view. */
interface NoCouponViewProps extends CouponViewProps {
  readonly balanceState: Extract<BalanceState, { kind: "insufficient" | "sufficient" | "unknown" }>;
  readonly onChoose: () => void;
}

/** Renders the view. If the balance is unknown, it shows the buttons without a heading. */
function NoCouponView({ texts, balanceState, onChoose }: NoCouponViewProps) {
  const { coupons } = texts;

  return (
    <>
      {/* A deposit can change it while it is visible. */}
      <div className="coupon-tab__standing" role="status">
        {balanceState.kind === "unknown" && <p>{coupons.unknown}</p>}
        {balanceState.kind === "insufficient" && (
          <>
            <h3>{coupons.insufficient}</h3>
            <p>{coupons.insufficient_text}</p>
          </>
        )}
        {balanceState.kind === "sufficient" && (
          <>
            <h3>{coupons.balance}</h3>
            <p className="coupon-tab__amount">
              <Money cents={balanceState.balance.cents} symbol={balanceState.balance.symbol} />
            </p>
            <p className="coupon-tab__sentence">{coupons.balance_text}</p>
          </>
        )}
      </div>
      {balanceState.kind === "unknown" && (
        <Button kind="quiet" wide onClick={refreshMoney}>
          {texts.retry}
        </Button>
      )}
      <Button wide onClick={onChoose}>
        {balanceState.kind === "insufficient" ? coupons.with_coupon : coupons.view}
      </Button>
      <DepositButton kind="quiet" label={coupons.directly} />
    </>
  );
}

/** The members of a store that the hook uses, for any type of data. */
type AnyStore = Pick<ServerData<unknown>, "key" | "get" | "listen">;

/** Reloads each store once on the first render. Returns true when all requests have ended, successfully or not. */
function useReloadedStores(...stores: readonly AnyStore[]): boolean {
  const [isLoaded, setLoaded] = useState(false);

  // Requests that the render itself starts are recent enough.
  const [openedAt_ms] = useState(() => performance.now());

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    let isUnmounted = false;
    refreshOlder(openedAt_ms, stores);
    void Promise.all(stores.map((store) => waitForStore(store))).then(() => {
      if (!isUnmounted) setLoaded(true);
    });
    return () => {
      isUnmounted = true;
    };
  }, []);

  return isLoaded;
}

/** The texts of content/data/cashier.toml. */
export type CashierTexts = Data["cashier"];
