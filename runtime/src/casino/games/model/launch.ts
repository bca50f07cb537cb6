// The size and the launch URL of a game's window (A42).

import { fill } from "../../content/texts";
import type { Game, GameName } from "../api/games";

/** The default size of a game's window, in pixels (row 4.3-07). */
const WINDOW = { width: 1280, height: 720 } as const;

/** Returns the size of a game's window, in pixels. */
export function windowOf(game: Partial<Pick<Game, "width" | "height">> = {}) {
  const { width, height } = game;
  return width && height ? { width, height } : WINDOW;
}

/** Returns the launch URL of a game. Its token is valid for one launch within a minute, so the URL is not stored (A111). */
export function launchAddress(launchUrl: string, game: GameName & Partial<Game>, token: string): string {
  const { gameId, machineId, hands = 1 } = game;
  const { width, height } = windowOf(game);
  const values = { game_id: gameId, machine_id: machineId, hands, width, height, token: encodeURIComponent(token) };
  return fill(launchUrl, values);
}
