// What the live dealer's tables are drawn from: content/data/live_dealer.toml.

/** A kind of tables: lobbies are of it whose name has its word in it. */
export interface TableKind {
  /** Without capitals. */
  readonly word: string;
  readonly title: string;
  readonly text: string;
  /** A symbol of design/tables.svg. */
  readonly picture: string;
}

/** All words of the tables. */
export interface TablesWords {
  readonly kinds: readonly TableKind[];
  /** Of a lobby that is of no kind. */
  readonly other: { readonly text: string; readonly picture: string };
  readonly enter: string;
  /** What the new tab says until the lobby is there. */
  readonly opening: string;
  readonly blocked: string;
  readonly open: string;
  readonly elsewhere: string;
  readonly none: string;
  readonly unknown: string;
  readonly retry: string;
}

/** The island's props. */
export interface LiveDealerProps {
  readonly words: TablesWords;
  /** What is said of a failure that has no words of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}
