// What the player opened last, above all other rows. Its place stands in the HTML of players, so that nothing moves when it is filled.

import { useMemo } from "react";
import { useStore } from "../../ui/use_store";
import { type Game, type GameName, gameCode } from "../api/games";
import type { LobbyWords } from "../model/lobby_messages";
import { $played } from "../model/played";
import { GameTile, type TileLook } from "../tiles/tile";
import { Row } from "./row";

/** What the row is drawn from. */
interface PlayedRowProps {
  readonly words: LobbyWords;
  readonly tile: TileLook;
  readonly games: readonly Game[];
}

/** The row; games that are gone from the list are left out. Who has opened none sees no place for them (head.ts). */
export function PlayedRow({ words, tile, games }: PlayedRowProps) {
  const played = useStore<readonly GameName[] | undefined>($played, undefined);
  const known = useMemo(() => {
    const byCode = new Map(games.map((game) => [gameCode(game), game]));
    return (played ?? []).flatMap((name) => byCode.get(gameCode(name)) ?? []);
  }, [games, played]);
  if (played?.length === 0) return null;
  return (
    <Row words={words} title={words.played} look={played ? "slim" : "place"}>
      {known.map((game) => (
        <li key={gameCode(game)}>
          <GameTile game={game} {...tile} fresh="" />
        </li>
      ))}
    </Row>
  );
}
