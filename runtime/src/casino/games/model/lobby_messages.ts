// The words of the lobby: content/data/games.toml, `lobby`, and those for lists that did not come (content/data/messages.toml).

/** What stands around the games. Places such as `{title}` are filled in. */
export interface LobbyWords {
  /** Names the field, and stands in it while it is empty. */
  readonly search: string;
  readonly clear: string;
  /** Names the bar of categories. */
  readonly kinds: string;
  /** Leads back to all rows. */
  readonly lobby: string;
  readonly favourites: string;
  readonly live: { readonly title: string; readonly text: string; readonly label: string; readonly path: string };
  /** `{count}`; what follows it is for those who do not see where it stands: `{title}`. */
  readonly all: string;
  readonly all_of: string;
  readonly played: string;
  /** For those who do not see them: `{title}`. */
  readonly skip: string;
  readonly back: string;
  readonly on: string;
  /** Names the tabs: `{title}`. */
  readonly types: string;
  /** `{count}`. */
  readonly count: string;
  readonly count_one: string;
  /** `{count}` and `{search}`. */
  readonly found: string;
  readonly found_one: string;
  readonly found_none: string;
  readonly found_none_hint: string;
  readonly results: string;
  readonly favourites_none: string;
  /** Names a part of a long list: `{from}`, `{to}`, `{count}`. */
  readonly part: string;
  /** Stands below games when there are more than came. */
  readonly failed: string;
}

/** content/data/messages.toml, `empty`. */
export interface EmptyWords {
  readonly games: string;
  readonly retry: string;
}
