// A game's jackpot on its tile: what the server said, to the cent (rows 7.4-04, A114).

import { AnimatedAmount } from "../../ui/display/animated_amount";
import { useSelector } from "../../ui/use_selector";
import { $jackpotCents } from "../store/games";

/** The words around a jackpot. */
export interface JackpotWords {
  /** Said before the amount. */
  readonly jackpot: string;
  /** All jackpots of games are in US dollars, whatever a player's own money is (A114). */
  readonly currency: string;
}

/** The jackpot of the game with that code, once it is known; nothing for a game without one. */
export function TileJackpot({ code, words }: { readonly code: string; readonly words: JackpotWords }) {
  const cents = useSelector($jackpotCents, (amounts) => amounts.get(code), undefined);
  if (cents === undefined) return null;
  return (
    <span className="tile__jackpot">
      <span className="visually-hidden">{words.jackpot} </span>
      <AnimatedAmount cents={cents} symbol="$" /> <small>{words.currency}</small>
    </span>
  );
}
