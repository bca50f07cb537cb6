// The type of the game panel's messages: content/data/game.toml, the static query `game`.

/** content/data/game.toml. */
export interface GameTexts {
  readonly title: string;
  readonly opening: string;
  readonly close: string;
  readonly failed: string;
  readonly retry: string;
  /** The error for a game that is not in the lobby. */
  readonly missing: string;
  /** The button for a game that was pressed before: `PLAY {game}`. */
  readonly play: string;
  /** The status message when the balance becomes sufficient. */
  readonly enough: string;
}
