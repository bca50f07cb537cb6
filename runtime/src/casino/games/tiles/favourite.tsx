// The favourite button of a game. It changes at once and is reverted if the server rejects it (rows 1-10, 7.4-06, 8-26, A115).

import { fill } from "../../content/texts";
import { $session } from "../../session/session";
import { useSelector } from "../../ui/use_selector";
import { type Game, type GameName, gameCode } from "../api/games";
import { $favouriteCodes, changeFavourite } from "../store/favourites";

/** The messages of the favourite button. */
export interface FavouriteTexts {
  /** `Add {game} to favorites`; the pressed state of the button shows whether it is a favourite. */
  readonly favourite: string;
}

/** The props of the button. */
export interface FavouriteProps {
  readonly game: Game;
  readonly texts: FavouriteTexts;
}

/** Renders a toggle button of 44 pixels. */
export function Favourite({ game, texts }: FavouriteProps) {
  const code = gameCode(game);
  const isFavourite = useSelector($favouriteCodes, (codes) => codes.has(code), false);
  return (
    <button
      type="button"
      className="tile__heart"
      aria-pressed={isFavourite}
      aria-label={fill(texts.favourite, { game: game.title })}
      onClick={() => press(game, !isFavourite)}
    />
  );
}

function press(game: GameName, isFavourite: boolean) {
  if ($session.get()) return void changeFavourite(game, isFavourite);
  // `loadPart` already reports a chunk that fails to load. The handler only prevents an unhandled rejection.
  import("../model/pending_favourite").then(
    ({ setPendingFavourite }) => setPendingFavourite(game),
    () => undefined,
  );
}
