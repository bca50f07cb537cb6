// The messages of the lobby (content/data/games.toml, `lobby`) and of load failures (content/data/messages.toml).

import type { Data } from "croupier:types";

/** The messages of the lobby. Placeholders such as `{title}` are filled in. */
export type LobbyTexts = Data["games"]["lobby"];

/** The messages for lists that failed to load. */
export type EmptyTexts = Pick<Data["messages"]["empty"], "games" | "retry">;
