// The words of the opt-ins: content/data/opt_ins.toml, the static query `opt_ins`.

/** What one switch says. */
export interface OptInWords {
  readonly label: string;
  /** What it means, for its tooltip. */
  readonly about: string;
  /** The name of the tooltip's mark. */
  readonly more: string;
}

/** Player classes that may not take part in the lobby jackpot; names compare exactly. */
export interface BlockedClasses {
  readonly always: readonly string[];
  /** Until their first deposit. */
  readonly without_deposit: readonly string[];
}

/** Texts of the lobby jackpot on a page. */
export interface JackpotLineWords {
  readonly title: string;
  /** What taking part means, for its tooltip, and the name of the tooltip's mark. */
  readonly about: string;
  readonly more: string;
  readonly take: string;
  readonly taking: string;
  readonly leave: string;
  readonly winners: string;
  /** Where nobody has won it yet, and where it did not come who did. */
  readonly nobody: string;
  readonly winners_unknown: string;
  /** Where the amount did not come. */
  readonly unknown: string;
  readonly retry: string;
}

/** What the lobby's jackpot on a page is drawn from. */
export interface JackpotLineProps {
  readonly words: JackpotLineWords;
  readonly blocked: BlockedClasses;
  /** What is said of a failure that has no words of its own. */
  readonly fallback: string;
}

/** content/data/opt_ins.toml. */
export interface OptInsWords {
  readonly jackpot: OptInWords;
  readonly quick_play: OptInWords;
  readonly blocked: BlockedClasses;
}

/** What the opt-ins are drawn from. */
export interface OptInsProps {
  /** What is said of a failure that has no words of its own. */
  readonly fallback: string;
}
