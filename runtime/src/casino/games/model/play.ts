// What pressing a game does: it opens over the lobby, and whoever presses otherwise gets what the browser makes of a link (row 1-09, A8).

import { path } from "../../config/config";
import { openPanel } from "../../ui/dialogs/panels";
import { type GameName, gameCode } from "../api/games";

/** Where a game can be linked to: the lobby, which opens it (A14). */
export function gameAddress(game: GameName): string {
  return path(`/lobby/games/?game=${gameCode(game)}`);
}

/** The part of a press that says whether it is the browser's, as with a tab of its own. */
export type Press = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "preventDefault">;

/** Opens the game; for a guest the container asks who it is first, and the game opens then. */
export function play(game: GameName, press: Press) {
  if (press.button || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return;
  press.preventDefault();
  openPanel("game", gameCode(game));
}
