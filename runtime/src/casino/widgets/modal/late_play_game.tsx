// The way from a page after a form into the game that was pressed before it: its code comes where there is such a game (A8).

import { useEffect, useState } from "react";
import type { PlayGameProps } from "./play_game";

/** The same as `PlayGame`, once its code is there. */
export function LatePlayGame(props: PlayGameProps) {
  const [part, setPart] = useState<typeof import("./play_game")>();
  // What does not come is told as a fault; the game is in the lobby still.
  useEffect(() => void import("./play_game").then(setPart, () => undefined), []);
  return part && <part.PlayGame {...props} />;
}
