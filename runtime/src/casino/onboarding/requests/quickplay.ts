// Quick play: signs in and opens the link's game (rows 4.3-06, 4.3-07, A83).

import { gameCode } from "../../games/api/games";
import { gameNamed } from "../../games/model/name";
import { $games } from "../../games/store/games";
import { $link, clearLink } from "../../links/link";
import type { Request } from "../model/request";
import { failSignedIn, readTarget, signInForLink } from "./quick";

/** Opens the game; a game that the lobby does not have is invalid. */
export const run: Request = async ({ definition, values, signal }) => {
  const linkGame = $link.get().game;
  if (linkGame && !gameNamed(linkGame)) return failSignedIn({ kind: "malformed" }, definition);
  const { game } = await readTarget(signal);
  const result = await signInForLink(values, signal);
  if (result.kind !== "done") return result;
  if (signal.aborted) return failSignedIn({ kind: "cancelled" }, definition);
  const name = gameNamed(game);
  const lobby = await $games.fetch();
  const games = "data" in lobby ? (lobby.data?.games ?? []) : [];
  if (!name || !games.some((lobbyGame) => gameCode(lobbyGame) === gameCode(name)))
    return failSignedIn({ kind: "malformed" }, definition);
  clearLink();
  return { kind: "panel", panel: "game", about: gameCode(name) };
};
