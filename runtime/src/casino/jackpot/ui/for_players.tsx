// The opt-ins in the base layout and on pages: their code is loaded when they are rendered.

import { lazyComponent } from "../../ui/lazy_component";

/** The opt-ins; nothing until their code is loaded. */
export const OptInsForPlayers = lazyComponent(() => import("./opt_ins").then(({ OptIns }) => OptIns));
