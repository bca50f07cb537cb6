// Parses the game codes of links and coupons (A61, A83).

import type { GameName } from "../api/games";

/** Parses a game code such as `18-32`; `,` and `_` are separators too (A83). Returns `undefined` for other text. */
export function gameNamed(text: string): GameName | undefined {
  const [, gameId, machineId] = /^\s*(\d{1,9})[-,_](\d{1,9})\s*$/.exec(text) ?? [];
  return gameId && machineId ? { gameId: Number(gameId), machineId: Number(machineId) } : undefined;
}
