// The game in which the free spins of a coupon are played (row 7.3-07, A110).

import type { Promotion } from "../api/promotions";

/** Returns the game of a coupon's spins as panels and links name it, such as `18-32`; `undefined` if none is chosen (A61). */
export function spinsGame({ freeSpins: { gameId, machineId } }: Pick<Promotion, "freeSpins">): string | undefined {
  return gameId === undefined || machineId === undefined ? undefined : `${gameId}-${machineId}`;
}
