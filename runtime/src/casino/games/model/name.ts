// Games as links and coupons name them (A61, A83).

import type { GameName } from "../api/games";

/** The game that a text names, such as `18-32`; `,` and `_` part the numbers as well (A83). `undefined` for what names none. */
export function gameNamed(text: string): GameName | undefined {
  const [, gameId, machineId] = /^\s*(\d{1,9})[-,_](\d{1,9})\s*$/.exec(text) ?? [];
  return gameId && machineId ? { gameId: Number(gameId), machineId: Number(machineId) } : undefined;
}
