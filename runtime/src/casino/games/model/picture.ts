// The URL of a game's picture.

import { path } from "../../config/config";
import { fill } from "../../content/texts";
import type { GameName } from "../api/games";

/** Returns the URL of a game's picture from `picture_url` of site.toml; an empty string if there are no pictures. */
export function pictureOf({ gameId, machineId }: GameName, pictures: string): string {
  return path(fill(pictures, { game_id: gameId, machine_id: machineId }));
}
