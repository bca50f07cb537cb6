// The lazy component of the opt-ins in the base layout and on pages. Its chunk is loaded when it is rendered.

import { lazyComponent } from "../../ui/lazy_component";

/** The opt-ins; renders nothing until the chunk is loaded. */
export const OptInsForPlayers = lazyComponent(() => import("./opt_ins").then(({ OptIns }) => OptIns));
