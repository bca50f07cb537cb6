// Which games the rows of the lobby show: those of the page first, so that nothing moves when the whole list comes.

import { type Game, gameCode, type Lobby } from "../api/games";
import type { CategoryRow } from "../rows/rows";
import { type CategoryRules, categoriesOf, gamesOf, inOrder } from "./categories";

/** A game as the page has it, in few bytes: game id, machine id, name, sub-category, hands. */
type PageGame = readonly [gameId: number, machineId: number, title: string, subCategory: string, hands: number];

/** A category as the page has it. */
export interface PageRow {
  readonly title: string;
  /** How many games it has in all. */
  readonly count: number;
  /** Its first games. */
  readonly games: readonly PageGame[];
}

/** The rows of the page. The window of a game is as large as one that names no size: 0 by 0. */
export function rowsOfPage(rows: readonly PageRow[]): readonly CategoryRow[] {
  return rows.map(({ title: category, count, games }) => ({
    title: category,
    count,
    games: games.map(([gameId, machineId, title, subCategory, hands]) => {
      return { gameId, machineId, title, category, subCategory, hands, width: 0, height: 0 };
    }),
  }));
}

/** So many games stand in a row at most; the rest is one press away. */
const MOST = 12;

/** The rows in their order; a category without games has none. */
export function rowsOf(
  given: readonly CategoryRow[],
  lobby: Lobby | undefined,
  rules: CategoryRules,
): readonly CategoryRow[] {
  if (!lobby) return inOrder(given, rules);
  const shown = new Map(given.map(({ title, games }) => [title, games]));
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
