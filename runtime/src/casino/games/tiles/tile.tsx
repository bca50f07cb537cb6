// The tile of a game: a link with its image, kind, jackpot and favourite button (rows 1-09, 7.4-04, 7.4-05).

import { memo, useContext, useState } from "react";
import { fill } from "../../content/texts";
import { type Game, gameCode } from "../api/games";
import { isSame } from "../model/categories";
import { IsNear } from "../model/is_near";
import { pictureOf } from "../model/picture";
import { gameAddress, play } from "../model/play";
import { Favourite, type FavouriteTexts } from "./favourite";
import { type JackpotTexts, TileJackpot } from "./jackpot_amount";

/** content/data/games.toml, `tile`. */
export interface TileTexts extends FavouriteTexts, JackpotTexts {
  /** The kind of video poker games with several hands: `{n} hands`. */
  readonly hands: string;
  /** The badge of a new game. */
  readonly fresh: string;
}

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
export type TileLook = Pick<GameTileProps, "texts" | "pictures" | "fresh">;

/** The placeholder of an image that is not requested yet. */
const EMPTY = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
/** The lengths up to which a name fits into two lines and a kind into one, so that no clipping is needed. */
const SHORT = { name: 20, kind: 13 };

/** Returns the kind of a game: its sub-category or its number of hands. */
export function kindOf({ hands, subCategory }: Game, texts: Pick<TileTexts, "hands">): string {
  return hands > 1 ? fill(texts.hands, { n: hands }) : subCategory;
}

function Tile({ game, texts, pictures, isFirst = false, fresh }: GameTileProps) {
  const isNear = useContext(IsNear);
  const [hasFailed, setFailed] = useState(false);
  const picture = pictureOf(game, pictures);
  // An image may fail before hydration; its `error` event does not repeat.
  const look = (image: HTMLImageElement | null) => {
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
              ref={look}
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
