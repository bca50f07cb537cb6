// The jackpot amount on a game's tile, as the server reported it, to the cent (rows 7.4-04, A114).

import { shownState } from "../../stores/shown_state";
import { AnimatedAmount } from "../../ui/display/animated_amount";
import { useSelector } from "../../ui/use_selector";
import { $jackpotCents } from "../store/games";

/** The messages of a jackpot. */
export interface JackpotTexts {
  /** The label before the amount. */
  readonly jackpot: string;
  /** All game jackpots are in US dollars, independent of the player's currency (A114). */
  readonly currency: string;
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Renders the jackpot of the game with this code when it is known, or nothing for a game without one. */
export function TileJackpot({ code, texts }: { readonly code: string; readonly texts: JackpotTexts }) {
  const cents = useSelector($jackpotCents, (amounts) => amounts.get(code), shownState($jackpotCents, NONE).get(code));
  if (cents === undefined) return null;
  return (
    <span className="tile__jackpot">
      <span className="visually-hidden">{texts.jackpot} </span>
      <AnimatedAmount cents={cents} symbol="$" /> <small>{texts.currency}</small>
    </span>
  );
}
