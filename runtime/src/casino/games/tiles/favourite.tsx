// The heart of a game: it flips at once, and flips back where the server does not take it (rows 1-10, 7.4-06, 8-26, A115).

import { fill } from "../../content/texts";
import { $session } from "../../session/session";
import { useSelector } from "../../ui/use_selector";
import { type Game, type GameName, gameCode } from "../api/games";
import { $favouriteCodes, changeFavourite } from "../store/games";

/** The words of hearts. */
export interface FavouriteWords {
  /** `Add {game} to favorites`; whether it is one is told by the button's state. */
  readonly favourite: string;
}

/** What a heart is drawn from. */
export interface FavouriteProps {
  readonly game: Game;
  readonly words: FavouriteWords;
}

/** Draws it: a toggle of 44 pixels. */
export function Favourite({ game, words }: FavouriteProps) {
  const code = gameCode(game);
  const isFavourite = useSelector($favouriteCodes, (codes) => codes.has(code), false);
  return (
    <button
      type="button"
      className="tile__heart"
      aria-pressed={isFavourite}
      aria-label={fill(words.favourite, { game: game.title })}
      onClick={() => press(game, !isFavourite)}
    />
  );
}

function press(game: GameName, isFavourite: boolean) {
  if ($session.get()) return void changeFavourite(game, isFavourite);
  // What does not come is told as a fault.
  import("../model/pending_favourite").then(
    ({ wish }) => wish(game),
    () => undefined,
  );
}
