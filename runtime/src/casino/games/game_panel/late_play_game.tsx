// The lazy component of the button that opens the game a guest pressed before a form (A8).

import { lazyComponent } from "../../ui/lazy_component";

/** `PlayGame`; renders nothing until its chunk is loaded. The user can also open the game from the lobby. */
export const LatePlayGame = lazyComponent(() => import("./play_game").then(({ PlayGame }) => PlayGame));
