// The row of games that the player opened last. The HTML reserves its space for players, so that the layout is stable.

import { useMemo } from "react";
import { useStore } from "../../ui/use_store";
import { type Game, type GameName, gameCode } from "../api/games";
import type { LobbyTexts } from "../model/lobby_messages";
import { $played } from "../model/played";
import { GameTile, type TileLook } from "../tiles/tile";
import { Row } from "./row";

/** The props of the row. */
interface PlayedRowProps {
  readonly texts: LobbyTexts;
  readonly tile: TileLook;
  readonly games: readonly Game[];
}

/** Renders the row without games that the list no longer has. Players without opened games get no space for it (head.ts). */
export function PlayedRow({ texts, tile, games }: PlayedRowProps) {
  const played = useStore<readonly GameName[] | undefined>($played, undefined);
  const playedGames = useMemo(() => {
    const byCode = new Map(games.map((game) => [gameCode(game), game]));
    return (played ?? []).flatMap((name) => byCode.get(gameCode(name)) ?? []);
  }, [games, played]);
  if (played?.length === 0) return null;
  return (
    <Row texts={texts} title={texts.played} look={played ? "slim" : "place"}>
      {playedGames.map((game) => (
        <li key={gameCode(game)}>
          <GameTile game={game} {...tile} fresh="" />
        </li>
      ))}
    </Row>
  );
}
