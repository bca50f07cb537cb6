// The details of a coupon: description, deposit methods and terms (rows 2.9-04 to 2.9-08).

import { fill, formatMoney } from "../../content/format";
import { formatsOfPage } from "../../content/languages";
import { Link } from "../../ui/controls/button";
import { Countdown } from "../../ui/display/countdown";
import { SafeHtml } from "../../ui/display/safe_html";
import type { Promotion } from "../api/promotions";
import { type BetRules, findCouponRule, maxBet, rangeText, type TermsTexts, wageringText } from "../model/terms";
import { ServerText } from "./card_parts";
import type { ContentsProps } from "./details";

/** Renders the details. */
export function Contents({ promotion, texts, symbol, playerClass }: ContentsProps) {
  const { description, deposits, playthrough, expiry_s } = promotion;
  const wagering = wageringText(playthrough);

  return (
    <>
      {description &&
        (import.meta.env.LANGUAGES ? (
          <ServerText isTranslated={promotion.isTranslated} isBlock>
            <SafeHtml html={description} />
          </ServerText>
        ) : (
          <SafeHtml html={description} />
        ))}
      {deposits.length > 0 && (
        <>
          <h4>{texts.asks.methods}</h4>
          <dl className="coupon__methods">
            {deposits.map((deposit) => (
              <div key={deposit.method}>
                <dt>
                  {import.meta.env.LANGUAGES ? (
                    <ServerText isTranslated={promotion.isTranslated}>{deposit.method}</ServerText>
                  ) : (
                    deposit.method
                  )}
                </dt>
                <dd>{rangeText(deposit, symbol, texts.terms.deposit_from)}</dd>
                {deposit.bonus > 0 && (
                  <dd className="coupon__bonus">
                    {(import.meta.env.LANGUAGES && formatsOfPage()?.percent(deposit.bonus)) || `${deposit.bonus}%`}
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </>
      )}
      <h4>{texts.asks.terms}</h4>
      <ul className="coupon__terms">
        {wagering && <li>{fill(texts.terms.wagering, { n: wagering })}</li>}
        {termLines(promotion, texts, { symbol, playerClass }).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {expiry_s > 0 && (
          <li>
            <Countdown exact expiry_s={expiry_s} texts={texts.terms} />
          </li>
        )}
      </ul>
      <p>
        <Link to="/info/terms/">{texts.buttons.full_terms}</Link>
      </p>
    </>
  );
}

/** A limit above this many uses a day is shown as unlimited (row 9-16). */
const ALL_DAY = 100;

/** Returns the largest total withdrawal in cents; `undefined` if there is no limit (A102). */
export function maxCashout(rules: BetRules, code: string): number | undefined {
  const limit = findCouponRule(rules, code)?.max_cashout;
  return limit === undefined ? undefined : limit * 100;
}

/** Returns one line for each limit of use. A limit of 0 means unlimited and gives an empty line. */
function limitLines({ player, day, week, month }: Promotion["uses"], texts: TermsTexts): readonly string[] {
  const line = (count: number, single: string, plural: string) =>
    count > 0 ? fill(count === 1 ? single : plural, { n: count }) : "";
  return [
    line(player, texts.uses_once, texts.uses),
    day > ALL_DAY ? texts.per_day_all : line(day, texts.per_day_once, texts.per_day),
    line(week, texts.per_week_once, texts.per_week),
    line(month, texts.per_month_once, texts.per_month),
  ];
}

/** Returns the terms of a coupon in display order, without the expiry, which is a countdown (A33). */
export function termLines(
  promotion: Pick<Promotion, "code" | "uses">,
  texts: { readonly terms: TermsTexts; readonly max_bet: BetRules },
  { symbol, playerClass }: { readonly symbol: string; readonly playerClass?: string | undefined },
): readonly string[] {
  const { terms, max_bet } = texts;
  const bet = formatMoney(maxBet(max_bet, promotion.code, playerClass), symbol, "short");
  const cashout = formatMoney(maxCashout(max_bet, promotion.code), symbol, "short");

  return [
    fill(terms.max_bet, { amount: bet }),
    cashout && fill(terms.max_cashout, { amount: cashout }),
    ...limitLines(promotion.uses, terms),
  ].filter((line) => line !== "");
}
