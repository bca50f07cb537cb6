// The opt-ins and the lobby jackpot: the types of their texts, and the lazy component of the opt-ins for players. Its chunk is
// loaded when it is rendered.

import type { Data } from "croupier:types";
import { lazyComponent } from "@croupier/loader/lazy-component";

/** The messages of one switch. */
export type OptInTexts = Data["opt_ins"]["jackpot"];

/** The player classes that the lobby jackpot excludes; names are compared exactly. */
export type BlockedClasses = Data["opt_ins"]["blocked"];

/** The messages of the lobby jackpot on a page. */
export type JackpotLineTexts = Data["opt_ins"]["line"];

/** The props of the lobby jackpot on a page. */
export interface JackpotLineProps {
  readonly texts: JackpotLineTexts;
  readonly blocked: BlockedClasses;
}

/** The opt-ins; renders nothing until the chunk is loaded. */
export const OptInsForPlayers = lazyComponent(() => import("./opt_ins").then(({ OptIns }) => OptIns));
