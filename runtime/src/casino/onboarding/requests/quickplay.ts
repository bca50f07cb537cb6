// Quick play: signs in and opens the link's game (rows 4.3-06, 4.3-07, A83).

import { gameCode } from "../../games/api/games";
import { gameNamed } from "../../games/model/name";
import { $games } from "../../games/store/games";
import { $link, clearLink } from "../../links/link";
import type { Request } from "../model/request";
import { enter, failedInside, wanted } from "./quick";

/** Opens the game; a game that the lobby does not have is invalid. */
export const run: Request = async ({ definition, values, signal }) => {
  const given = $link.get().game;
  if (given && !gameNamed(given)) return failedInside({ kind: "malformed" }, definition);
  const { game } = await wanted(signal);
  const entered = await enter(values, signal);
  if (entered.kind !== "done") return entered;
  if (signal.aborted) return failedInside({ kind: "cancelled" }, definition);
  const name = gameNamed(game);
  const lobby = await $games.fetch();
  const games = "data" in lobby ? (lobby.data?.games ?? []) : [];
  if (!name || !games.some((one) => gameCode(one) === gameCode(name)))
    return failedInside({ kind: "malformed" }, definition);
  clearLink();
  return { kind: "panel", panel: "game", about: gameCode(name) };
};
