// Handles clicks on games: a plain click opens the game panel, other clicks follow the link (row 1-09, A8).

import { path } from "../../config/config";
import { openPanel } from "../../ui/dialogs/open_panel";
import { type GameName, gameCode } from "../api/games";

/** Returns the path that opens a game in the lobby (A14). */
export function gameAddress(game: GameName): string {
  return path(`/lobby/games/?game=${gameCode(game)}`);
}

/** The event properties that show whether the browser handles the click, for example in a new tab. */
export type Press = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "preventDefault">;

/** Opens the game. A guest signs in first. */
export function play(game: GameName, press: Press) {
  if (press.button || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return;
  press.preventDefault();
  openPanel("game", gameCode(game));
}
