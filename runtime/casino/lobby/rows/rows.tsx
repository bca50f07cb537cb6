// The lobby without a filter: a row for each category, in order.

import { useStore } from "@croupier/loader/use-store";
import { memo, Suspense, useMemo } from "react";
import { fill } from "../../content/format";
import { type Game, type GameName, gameCode } from "../../games/games";
import { $played } from "../../games/player_games";
import { Link } from "../../ui/controls/button";
import { Icon } from "../../ui/display/content";
import { type CategoryRow, type LobbyTexts, nameOf } from "../model/categories";
import type { Filter } from "../model/filter";
import { GameTile, type TileSettings } from "../tiles/tile";
import { FilterLink } from "../ui/category_bar";
import { Row } from "./row";

/** The props of the rows. */
interface RowsProps {
  readonly texts: LobbyTexts;
  readonly tile: TileSettings;
  readonly rows: readonly CategoryRow[];
  /** All known games. */
  readonly games: readonly Game[];
  readonly onChoose: (filter: Partial<Filter>) => void;
}

/** The number of images of the first row that are visible when the page opens. */
const SEEN = 5;
/** The number of rows before the live dealer card. */
const LIVE_AFTER = 2;

/** Renders the rows. */
export const Rows = memo(function Rows({ texts, tile, rows, games: allGames, onChoose }: RowsProps) {
  const sections = rows.map(({ title: category, count, games }, at) => {
    const to = { category };
    const title = import.meta.env.LANGUAGES ? nameOf(texts, category) : category;

    return (
      // Rows hydrate one by one, so that input waits for one row and never for all.
      <Suspense key={category}>
        <Row
          texts={texts}
          title={title}
          kind={at === 0 ? "lead" : undefined}
          more={
            <FilterLink className="more" to={to} onChoose={onChoose}>
              <AllGames count={count} texts={texts} />
              <span className="visually-hidden"> {fill(texts.all_of, { title })}</span>
              <Icon name="chevron-right" />
            </FilterLink>
          }
        >
          {games.map((game, place) => (
            <li key={gameCode(game)}>
              <GameTile game={game} {...tile} isFirst={at === 0 && place < SEEN} />
            </li>
          ))}
          {count > games.length && (
            <li className="row__rest">
              <FilterLink to={to} onChoose={onChoose}>
                <Icon name="arrow-right" />
                <AllGames count={count} texts={texts} />
                <span className="visually-hidden"> {fill(texts.all_of, { title })}</span>
              </FilterLink>
            </li>
          )}
        </Row>
      </Suspense>
    );
  });

  return (
    <div className="rows">
      <PlayedRow texts={texts} tile={tile} games={allGames} />
      {sections.slice(0, LIVE_AFTER)}
      <LiveDealers key="live" texts={texts} />
      {sections.slice(LIVE_AFTER)}
    </div>
  );
});

/**
 * The number of games of a category. The server lists fewer games for phones than the build counted, and `enhance_for_guests.ts` may
 * have written the server's number before hydration.
 */
function AllGames({ count, texts }: Pick<CategoryRow, "count"> & Pick<RowsProps, "texts">) {
  return (
    <span className="row__count" suppressHydrationWarning>
      {fill(texts.all, { count })}
    </span>
  );
}

/** The card of the live dealers, which have a separate page (row 0-02). */
function LiveDealers({ texts: { live } }: { readonly texts: LobbyTexts }) {
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

/** The props of the row. */
interface PlayedRowProps {
  readonly texts: LobbyTexts;
  readonly tile: TileSettings;
  readonly games: readonly Game[];
}

/** Renders the row without games that the list no longer has. Players without opened games get no space for it (head.ts). */
function PlayedRow({ texts, tile, games }: PlayedRowProps) {
  const played = useStore<readonly GameName[] | undefined>($played, undefined);
  const playedGames = useMemo(() => {
    const byCode = new Map(games.map((game) => [gameCode(game), game]));
    return (played ?? []).flatMap((name) => byCode.get(gameCode(name)) ?? []);
  }, [games, played]);

  if (played?.length === 0) return null;
  return (
    <Row texts={texts} title={texts.played} kind={played ? "slim" : "place"}>
      {playedGames.map((game) => (
        <li key={gameCode(game)}>
          <GameTile game={game} {...tile} fresh="" />
        </li>
      ))}
    </Row>
  );
}
