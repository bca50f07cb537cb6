// The types of the live dealer tables' props and messages: content/data/live_dealer.toml.

/** A kind of tables. A lobby is of this kind if its name contains the word. */
interface TableKind {
  /** The word, in lower case. */
  readonly word: string;
  readonly title: string;
  readonly text: string;
  /** The id of a symbol in design/tables.svg. */
  readonly picture: string;
}

/** All messages of the tables. */
interface TablesTexts {
  readonly kinds: readonly TableKind[];
  /** For a lobby without a kind. */
  readonly other: { readonly text: string; readonly picture: string };
  readonly enter: string;
  /** The text of the new tab while the lobby loads. */
  readonly opening: string;
  readonly blocked: string;
  readonly open: string;
  readonly elsewhere: string;
  readonly none: string;
  readonly unknown: string;
  readonly retry: string;
}

/** The props of the island. */
export interface LiveDealerProps {
  readonly texts: TablesTexts;
  /** The message for failures without a specific message. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}
