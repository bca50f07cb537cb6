// A game of the lobby as a link: its picture, what it is, its jackpot and its heart (rows 1-09, 7.4-04, 7.4-05).

import { memo, useContext, useState } from "react";
import { path } from "../../config/config";
import { fill } from "../../content/texts";
import { type Game, gameCode } from "../api/games";
import { isSame } from "../model/categories";
import { IsNear } from "../model/is_near";
import { gameAddress, play } from "../model/play";
import { Favourite, type FavouriteWords } from "./favourite";
import { type JackpotWords, TileJackpot } from "./jackpot_amount";

/** content/data/games.toml, `tile`. */
export interface TileWords extends FavouriteWords, JackpotWords {
  /** What kind of video poker plays several hands at once: `{n} hands`. */
  readonly hands: string;
  /** Marks a game that has just come. */
  readonly fresh: string;
}

/** What a tile is drawn from. */
export interface GameTileProps {
  readonly game: Game;
  readonly words: TileWords;
  /** Where pictures are, with `{game_id}` and `{machine_id}` in it: site.toml's `picture_url`; empty for tiles without. */
  readonly pictures: string;
  /** Above the fold: its picture is loaded at once. */
  readonly isFirst?: boolean;
  /** The title of the category whose games are marked as new. */
  readonly fresh: string;
}

/** What all tiles of a page share. */
export type TileLook = Pick<GameTileProps, "words" | "pictures" | "fresh">;

/** Stands in the place of a picture that is not asked for yet. */
const EMPTY = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
/** A name of so many letters fits into two lines, and what a game is into one: nothing has to clip them. */
const SHORT = { name: 20, kind: 13 };

/** What a game is in a word or two: its sub-category, or how many hands it plays. */
export function kindOf({ hands, subCategory }: Game, words: Pick<TileWords, "hands">): string {
  return hands > 1 ? fill(words.hands, { n: hands }) : subCategory;
}

/** Where a game's picture is; empty where there are none. */
function pictureOf({ gameId, machineId }: Game, pictures: string): string {
  return path(fill(pictures, { game_id: gameId, machine_id: machineId }));
}

function Tile({ game, words, pictures, isFirst = false, fresh }: GameTileProps) {
  const near = useContext(IsNear);
  const [hasFailed, setFailed] = useState(false);
  const picture = near !== "far" && pictureOf(game, pictures);
  // A picture may have failed before hydration, whose `error` event is gone.
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(true);
  };
  const kind = kindOf(game, words);
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
              src={near === "near" ? picture : EMPTY}
              // Its name stands below.
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
        {isSame(game.category, fresh) && <span className="badge tile__new">{words.fresh}</span>}
        <TileJackpot code={gameCode(game)} words={words} />
      </a>
      <Favourite game={game} words={words} />
    </div>
  );
}

/** A game as a link: `<li>` is the caller's. It works as HTML alone, and is drawn anew only when its game is another. */
export const GameTile = memo(Tile);
