// The details of a coupon: description, deposit methods and terms (rows 2.9-04 to 2.9-08).

import { fill } from "../../content/texts";
import { Link } from "../../ui/controls/link";
import { Countdown } from "../../ui/display/countdown";
import { SafeHtml } from "../../ui/display/safe_html";
import { termLines } from "../model/term_lines";
import { rangeText, wageringText } from "../model/terms";
import type { ContentsProps } from "./details";

/** Renders the details. */
export function Contents({ promotion, texts, symbol, playerClass }: ContentsProps) {
  const { description, deposits, playthrough, expiry_s } = promotion;
  const wagering = wageringText(playthrough);
  return (
    <>
      {description && <SafeHtml html={description} />}
      {deposits.length > 0 && (
        <>
          <h4>{texts.asks.methods}</h4>
          <dl className="coupon__methods">
            {deposits.map((deposit) => (
              <div key={deposit.method}>
                <dt>{deposit.method}</dt>
                <dd>{rangeText(deposit, symbol, texts.terms.deposit_from)}</dd>
                {deposit.bonus > 0 && <dd className="coupon__bonus">{`${deposit.bonus}%`}</dd>}
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
