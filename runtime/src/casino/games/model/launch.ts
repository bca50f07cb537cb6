// The window of a game: its size and its address (A42).

import { fill } from "../../content/texts";
import type { Game, GameName } from "../api/games";

/** The window of a game that names none, in pixels (row 4.3-07). */
export const WINDOW = { width: 1280, height: 720 } as const;

/** The size of a game's window, in pixels. */
export function windowOf(game: Partial<Pick<Game, "width" | "height">> = {}) {
  const { width, height } = game;
  return width && height ? { width, height } : WINDOW;
}

/** Fills in the address of a game's window. It carries a token that is good for one launch within a minute: it is kept nowhere (A111). */
export function launchAddress(launchUrl: string, game: GameName & Partial<Game>, token: string): string {
  const { gameId, machineId, hands = 1 } = game;
  const { width, height } = windowOf(game);
  const values = { game_id: gameId, machine_id: machineId, hands, width, height, token: encodeURIComponent(token) };
  return fill(launchUrl, values);
}
