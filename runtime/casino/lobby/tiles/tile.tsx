// The tile of a game: a link with its image, kind, jackpot and favourite button (rows 1-09, 7.4-04, 7.4-05).

import type { Data } from "croupier:types";
import { type ClickKeys, isPlainClick } from "@croupier/loader/browser";
import { useSelector } from "@croupier/loader/use-store";
import { createContext, memo, useContext, useState } from "react";
import { LOBBY, path } from "../../config/config";
import { fill } from "../../content/format";
import { $jackpotCents, type Game, type GameName, gameCode, pictureOf } from "../../games/games";
import { $favouriteCodes, changeFavourite } from "../../games/player_games";
import { $session } from "../../session/session";
import { shownState } from "../../stores/enhance_for_guests";
import { openPanel } from "../../stores/location";
import { AnimatedAmount } from "../../ui/display/animated_amount";
import { isSame, type Names, nameOf } from "../model/categories";

/** The messages of a tile. */
export type TileTexts = Data["games"]["tile"] & Names;

/** The props of a tile. */
export interface GameTileProps {
  readonly game: Game;
  readonly texts: TileTexts;
  /** The image URL with `{game_id}` and `{machine_id}`: `picture_url` of site.toml. Empty for tiles without images. */
  readonly pictures: string;
  /** Above the fold: the image is loaded at once. */
  readonly isFirst?: boolean;
  /** The title of the category whose games are marked as new. */
  readonly fresh: string;
}

/** The props that all tiles of a page share. */
export type TileSettings = Pick<GameTileProps, "texts" | "pictures" | "fresh">;

/** The placeholder of an image that is not requested yet. */
const EMPTY = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
/** The lengths up to which a name fits into two lines and a kind into one, so that no clipping is needed. */
const SHORT = { name: 20, kind: 13 };

/** Returns the kind of a game: its sub-category or its number of hands. */
export function kindOf({ hands, subCategory }: Game, texts: Pick<TileTexts, "hands" | "names">): string {
  const kind = import.meta.env.LANGUAGES ? nameOf(texts, subCategory) : subCategory;
  return hands > 1 ? fill(texts.hands, { n: hands }) : kind;
}

function Tile({ game, texts, pictures, isFirst = false, fresh }: GameTileProps) {
  const isNear = useContext(IsNear);
  const [hasFailed, setFailed] = useState(false);
  const picture = pictureOf(game, pictures);

  // An image may fail before hydration; its `error` event does not repeat.
  const checkImage = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(true);
  };

  const kind = kindOf(game, texts);
  return (
    <div className="tile">
      <a className="tile__link" href={gameAddress(game)} onClick={(event) => play(game, event)}>
        <span className="tile__picture">
          {picture && hasFailed && (
            <span className="tile__no-picture" aria-hidden="true">
              {game.title}
            </span>
          )}
          {picture && !hasFailed && (
            <img
              ref={checkImage}
              onError={() => setFailed(true)}
              src={isNear ? picture : EMPTY}
              // The name is below the image.
              alt=""
              width="320"
              height="240"
              loading={isFirst ? "eager" : "lazy"}
              decoding="async"
            />
          )}
        </span>
        <span className={game.title.length > SHORT.name ? "tile__name tile__name--long" : "tile__name"}>
          {game.title}
        </span>
        <span className={kind.length > SHORT.kind ? "tile__kind tile__kind--long" : "tile__kind"}>{kind}</span>
        {isSame(game.category, fresh) && <span className="badge tile__new">{texts.fresh}</span>}
        <TileJackpot code={gameCode(game)} texts={texts} />
      </a>
      <Favourite game={game} texts={texts} />
    </div>
  );
}

/**
 * Renders a game as a link; the caller adds the `<li>`. It works without scripts. It renders again if its props, its state or the
 * `IsNear` context change, but not with its parent.
 */
export const GameTile = memo(Tile);

const NONE: ReadonlyMap<string, number> = new Map();

/** Renders the jackpot of the game with this code when it is known, or nothing for a game without one. */
function TileJackpot({
  code,
  texts,
}: {
  readonly code: string;
  readonly texts: Pick<TileTexts, "jackpot" | "currency">;
}) {
  const cents = useSelector($jackpotCents, (amounts) => amounts.get(code), shownState($jackpotCents, NONE).get(code));
  if (cents === undefined) return null;

  return (
    <span className="tile__jackpot">
      <span className="visually-hidden">{texts.jackpot} </span>
      <AnimatedAmount cents={cents} symbol="$" /> <small>{texts.currency}</small>
    </span>
  );
}

/** Returns the path that opens a game in the lobby (A14). */
export function gameAddress(game: GameName): string {
  return path(`${LOBBY}?game=${gameCode(game)}`);
}

/** The used subset of a click. */
export type Press = ClickKeys & Pick<MouseEvent, "preventDefault">;

/** Opens the game. A guest signs in first. */
export function play(game: GameName, press: Press) {
  if (!isPlainClick(press)) return;
  press.preventDefault();
  openPanel("game", gameCode(game));
}

/** A row sets it for its tiles. Images of other tiles have their space in the layout; their URLs are filled in later. */
export const IsNear = createContext(true);

/** The props of the button. */
interface FavouriteProps {
  readonly game: Game;
  readonly texts: Pick<TileTexts, "favourite">;
}

/** Renders a toggle button of 44 pixels. */
function Favourite({ game, texts }: FavouriteProps) {
  const code = gameCode(game);
  const isFavourite = useSelector($favouriteCodes, (codes) => codes.has(code), false);

  return (
    <button
      type="button"
      className="tile__heart"
      aria-pressed={isFavourite}
      aria-label={fill(texts.favourite, { game: game.title })}
      // The second click of a double click would undo the first (A74).
      onClick={({ detail }) => {
        if (detail < 2) press(game, !isFavourite);
      }}
    />
  );
}

function press(game: GameName, isFavourite: boolean) {
  if ($session.get()) return void changeFavourite(game, isFavourite);
  // `loadPart` already reports a chunk that fails to load. The handler only prevents an unhandled rejection.
  import("./pending_favourite").then(
    ({ setPendingFavourite }) => setPendingFavourite(game),
    () => undefined,
  );
}
