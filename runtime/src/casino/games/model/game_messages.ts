// The words around a game: content/data/game.toml, the static query `game`.

/** content/data/game.toml. */
export interface GameWords {
  readonly title: string;
  readonly opening: string;
  readonly close: string;
  readonly failed: string;
  readonly retry: string;
  /** Why a game could not be opened that the lobby does not have. */
  readonly missing: string;
  /** The way to one that was pressed before: `PLAY {game}`. */
  readonly play: string;
  /** Said where a player has come to have enough for it. */
  readonly enough: string;
}
