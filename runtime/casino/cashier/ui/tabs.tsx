// The cashier's two tabs in the panel and at /cashier/: COUPONS, whose content the parent passes, and CASHIER (rows 2.7-02, A24).

import "./cashier.css";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { type ReactNode, useState } from "react";
import { DepositButton } from "../../deposit/ui/deposit_button";
import { $balance } from "../../player/player";
import { NOTHING, refresh } from "../../stores/server_data";
import { Button, buttonClass, Link } from "../../ui/controls/button";
import { Tabs } from "../../ui/controls/tabs";
import { Money } from "../../ui/display/content";
import type { CashierTexts } from "../coupon_tab/coupon_tab";

/** Props of the tabs. */
export interface CashierTabsProps {
  readonly texts: CashierTexts;
  /** The content of the tab COUPONS. */
  readonly coupons: ReactNode;
}

/** Renders the tabs and, below them, links to deposit limits and help, which are as easy to reach as DEPOSIT. */
export function CashierTabs({ texts, coupons }: CashierTabsProps) {
  const [tab, setTab] = useState<keyof CashierTexts["tabs"]>("coupons");
  const { limit, help } = texts;

  return (
    <div className="cashier">
      <Tabs
        label={texts.choice}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { name: "coupons", label: texts.tabs.coupons, panel: coupons },
          { name: "cashier", label: texts.tabs.cashier, panel: <DepositTab texts={texts} /> },
        ]}
      />
      <p className="cashier__care">
        <Link className={buttonClass({ kind: "quiet" })} to={limit.path}>
          {limit.label}
        </Link>
        <Link className={buttonClass({ kind: "quiet" })} to={help.path}>
          {help.label}
        </Link>
      </p>
    </div>
  );
}

/** Renders the tab CASHIER: balance, DEPOSIT and payment methods. */
function DepositTab({ texts }: Omit<CashierTabsProps, "coupons">) {
  const payments = useQuery("payments");
  const { data, error } = useStore($balance, NOTHING);

  return (
    <div className="cashier__view">
      {error && !data ? (
        <p className="cashier__unknown">
          {texts.unknown}{" "}
          <Button kind="quiet" onClick={() => refresh($balance)}>
            {texts.retry}
          </Button>
        </p>
      ) : (
        <dl className="cashier__balance">
          <dt>{texts.balance}</dt>
          <dd>
            <Money cents={data?.cents} symbol={data?.symbol ?? ""} />
          </dd>
        </dl>
      )}
      <DepositButton size="big" />
      {payments && (
        <div className="cashier__methods">
          <p>{texts.methods}</p>
          <ul>
            {payments.logos.map(({ name }) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="cashier__note">{texts.note}</p>
    </div>
  );
}
