// The lobby as it opens: a row for each category, in their order.

import { memo, Suspense } from "react";
import { fill } from "../../content/texts";
import { Link } from "../../ui/controls/link";
import { Icon } from "../../ui/display/icon";
import type { Game } from "../api/games";
import { gameCode } from "../api/games";
import { Choice } from "../lobby/filter_link";
import type { Filter } from "../model/filter";
import type { LobbyWords } from "../model/lobby_messages";
import { GameTile, type TileLook } from "../tiles/tile";
import { PlayedRow } from "./played_row";
import { Row } from "./row";

/** A category with those of its games that its row shows. */
export interface CategoryRow {
  readonly title: string;
  /** How many it has in all. */
  readonly count: number;
  readonly games: readonly Game[];
}

/** What the rows are drawn from. */
interface RowsProps {
  readonly words: LobbyWords;
  readonly tile: TileLook;
  readonly rows: readonly CategoryRow[];
  /** All games that are known. */
  readonly games: readonly Game[];
  readonly onChoose: (filter: Partial<Filter>) => void;
}

/** So many pictures of the first row are on the screen when the page opens. */
const SEEN = 5;
/** After so many rows stands the way to the live dealers. */
const LIVE_AFTER = 2;

/** Draws them. */
export const Rows = memo(function Rows({ words, tile, rows, games: known, onChoose }: RowsProps) {
  const drawn = rows.map(({ title, count, games }, at) => {
    const all = fill(words.all, { count });
    const to = { category: title };
    return (
      // Rows wake one after the other, so that a finger waits for one of them and never for all.
      <Suspense key={title}>
        <Row
          words={words}
          title={title}
          look={at === 0 ? "lead" : undefined}
          more={
            <Choice className="more" to={to} onChoose={onChoose}>
              {all}
              <span className="visually-hidden"> {fill(words.all_of, { title })}</span>
              <Icon name="chevron-right" />
            </Choice>
          }
        >
          {games.map((game, place) => (
            <li key={gameCode(game)}>
              <GameTile game={game} {...tile} isFirst={at === 0 && place < SEEN} />
            </li>
          ))}
          {count > games.length && (
            <li className="row__rest">
              <Choice to={to} onChoose={onChoose}>
                <Icon name="arrow-right" />
                {all}
                <span className="visually-hidden"> {fill(words.all_of, { title })}</span>
              </Choice>
            </li>
          )}
        </Row>
      </Suspense>
    );
  });
  return (
    <div className="rows">
      <PlayedRow words={words} tile={tile} games={known} />
      {drawn.slice(0, LIVE_AFTER)}
      <LiveDealers key="live" words={words} />
      {drawn.slice(LIVE_AFTER)}
    </div>
  );
});

/** The fifth kind of games has a page of its own (row 0-02). */
function LiveDealers({ words: { live } }: { readonly words: LobbyWords }) {
  return (
    <aside className="live-card">
      <h2 tabIndex={-1}>{live.title}</h2>
      <p>{live.text}</p>
      <Link className="button button--quiet" to={live.path}>
        {live.label}
        <Icon name="arrow-right" />
      </Link>
    </aside>
  );
}
