// The opt-ins and the lobby jackpot: the types of their texts, and the lazy component of the opt-ins for players. Its chunk is
// loaded when it is rendered.

import { lazyComponent } from "../../ui/lazy_component";

/** The messages of one switch. */
export interface OptInTexts {
  readonly label: string;
  /** The text of the tooltip. */
  readonly about: string;
  /** The label of the tooltip's button. */
  readonly more: string;
}

/** The player classes that the lobby jackpot excludes; names are compared exactly. */
export interface BlockedClasses {
  readonly always: readonly string[];
  /** Classes that are excluded until their first deposit. */
  readonly without_deposit: readonly string[];
}

/** The messages of the lobby jackpot on a page. */
export interface JackpotLineTexts {
  readonly title: string;
  /** The text of the tooltip, and the label of its button. */
  readonly about: string;
  readonly more: string;
  readonly take: string;
  readonly taking: string;
  readonly leave: string;
  readonly winners: string;
  /** The messages when there are no winners, and when the winners fail to load. */
  readonly no_winners: string;
  readonly winners_unknown: string;
  /** The message when the amount fails to load. */
  readonly unknown: string;
  readonly retry: string;
}

/** The props of the lobby jackpot on a page. */
export interface JackpotLineProps {
  readonly texts: JackpotLineTexts;
  readonly blocked: BlockedClasses;
  /** The message for failures without a specific message. */
  readonly fallback: string;
}

/** content/data/opt_ins.toml. */
export interface OptInsTexts {
  readonly jackpot: OptInTexts;
  readonly quick_play: OptInTexts;
  readonly blocked: BlockedClasses;
}

/** The props of the opt-ins. */
export interface OptInsProps {
  /** The message for failures without a specific message. */
  readonly fallback: string;
}

/** The opt-ins; renders nothing until the chunk is loaded. */
export const OptInsForPlayers = lazyComponent(() => import("./opt_ins").then(({ OptIns }) => OptIns));
