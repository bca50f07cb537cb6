// The types of the lobby's messages (content/data/games.toml, `lobby`) and of load failures (content/data/messages.toml).

/** The messages of the lobby. Placeholders such as `{title}` are filled in. */
export interface LobbyTexts {
  /** The label and placeholder of the search field. */
  readonly search: string;
  readonly clear: string;
  /** The label of the category bar. */
  readonly kinds: string;
  /** The link to all rows. */
  readonly lobby: string;
  readonly favourites: string;
  readonly live: { readonly title: string; readonly text: string; readonly label: string; readonly path: string };
  /** The link to a category, with `{count}`. `all_of` adds `{title}` for screen readers. */
  readonly all: string;
  readonly all_of: string;
  readonly played: string;
  /** For screen readers, with `{title}`. */
  readonly skip: string;
  readonly back: string;
  readonly on: string;
  /** The label of the tabs, with `{title}`. */
  readonly types: string;
  /** With `{count}`. */
  readonly count: string;
  readonly count_one: string;
  /** With `{count}` and `{search}`. */
  readonly found: string;
  readonly found_one: string;
  readonly found_none: string;
  readonly found_none_hint: string;
  readonly results: string;
  readonly favourites_none: string;
  /** The label of a section of a long list, with `{from}`, `{to}` and `{count}`. */
  readonly part: string;
  /** The message below the games when the complete list fails to load. */
  readonly failed: string;
}

/** content/data/messages.toml, `empty`. */
export interface EmptyTexts {
  readonly games: string;
  readonly retry: string;
}
