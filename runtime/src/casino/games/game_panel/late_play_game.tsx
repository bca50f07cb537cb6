// The button after a form that opens the game pressed before it: its code is loaded where there is such a game (A8).

import { lazyComponent } from "../../ui/lazy_component";

/** `PlayGame`; nothing until its code is loaded. The game is in the lobby, too. */
export const LatePlayGame = lazyComponent(() => import("./play_game").then(({ PlayGame }) => PlayGame));
