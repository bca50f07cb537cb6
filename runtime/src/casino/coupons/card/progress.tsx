// The wagering progress of an active coupon, used on its card and in the account history.

import { formatMoney } from "../../content/money";
import { fill } from "../../content/texts";
import type { Promotion } from "../api/promotions";
import type { CardTexts } from "../model/card_messages";

/** Props of the component. */
export interface ProgressProps {
  readonly promotion: Pick<Promotion, "wagered" | "toWager" | "spinsRemaining">;
  readonly texts: Pick<CardTexts, "progress" | "asks">;
  readonly symbol: string;
}

/** Renders the wagered amount, the required amount and the remaining spins. */
export function Progress({ promotion, texts, symbol }: ProgressProps) {
  const { wagered, toWager, spinsRemaining } = promotion;
  const text = fill(texts.progress.played, {
    played: formatMoney(wagered, symbol),
    needed: formatMoney(toWager, symbol),
  });
  return (
    <div className="coupon__progress">
      {wagered !== undefined && toWager !== undefined && toWager > 0 && (
        <>
          <progress value={Math.min(wagered, toWager)} max={toWager} aria-label={texts.asks.wagering} />
          <p>{text}</p>
        </>
      )}
      {spinsRemaining > 0 && <p>{fill(texts.progress.spins, { n: spinsRemaining })}</p>}
    </div>
  );
}
