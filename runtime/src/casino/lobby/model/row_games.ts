// Selects the games of the lobby's rows. Games of the page come first, so that the layout is stable when the list loads.

import { type Game, gameCode, type Lobby } from "../../games/games";
import { type CategoryRules, categoriesOf, gamesOf, inOrder } from "./categories";

/** A game in the compact form of the page: game id, machine id, name, sub-category, hands. */
type PageGame = readonly [gameId: number, machineId: number, title: string, subCategory: string, hands: number];

/** A category in the form of the page. */
export interface PageRow {
  readonly title: string;
  /** The total number of its games. */
  readonly count: number;
  /** Its first games. */
  readonly games: readonly PageGame[];
}

/** Returns the rows of the page. Their games have no window size: 0 by 0. */
export function rowsOfPage(rows: readonly PageRow[]): readonly CategoryRow[] {
  return rows.map(({ title: category, count, games }) => ({
    title: category,
    count,
    games: games.map(([gameId, machineId, title, subCategory, hands]) => {
      return { gameId, machineId, title, category, subCategory, hands, width: 0, height: 0 };
    }),
  }));
}

/** The key of the history entry's scroll offsets, by row title. */
export const ROWS = "rows";

/** The maximum number of games in a row. A link opens the full category. */
const MOST = 12;

/** Returns the rows in order, without empty categories. */
export function rowsOf(
  pageRows: readonly CategoryRow[],
  lobby: Lobby | undefined,
  rules: CategoryRules,
): readonly CategoryRow[] {
  if (!lobby) return inOrder(pageRows, rules);
  const shown = new Map(pageRows.map(({ title, games }) => [title, games]));
  return categoriesOf(lobby, rules).flatMap(({ title }) => {
    const games = gamesOf(lobby.games, title);
    return games.length > 0 ? [{ title, count: games.length, games: shownFirst(shown.get(title) ?? [], games) }] : [];
  });
}

function shownFirst(shown: readonly Game[], games: readonly Game[]): readonly Game[] {
  const byCode = new Map(games.map((game) => [gameCode(game), game]));
  const first = shown.flatMap((game) => byCode.get(gameCode(game)) ?? []);
  return [...new Set([...first, ...games])].slice(0, MOST);
}

/** A category with the games of its row. */
export interface CategoryRow {
  readonly title: string;
  /** The total number of its games. */
  readonly count: number;
  readonly games: readonly Game[];
}
