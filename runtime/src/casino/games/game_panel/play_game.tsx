// The way into a game that was pressed before somebody was signed in, or had enough to play it: a button, and never by itself (A8, A23).

import { useQuery } from "../../../island/queries";
import { canPlay } from "../../cashier/model/balance_state";
import { fill } from "../../content/texts";
import { $activeCoupon } from "../../coupons/store/coupons";
import { useData } from "../../hooks/use_data";
import { $balance } from "../../player/store/player";
import { Button } from "../../ui/controls/button";
import { gameCode } from "../api/games";
import type { GameWords } from "../model/game_messages";
import { $games } from "../store/games";

/** What it is drawn from. */
export interface PlayGameProps {
  /** Names the game: `18-32`. */
  readonly code: string;
  readonly onPlay: () => void;
  /** Only once the balance is known to be enough, which is said then. */
  readonly whenEnough?: boolean;
}

/** Draws it; nothing for a game that the lobby does not have. */
export function PlayGame({ code, onPlay, whenEnough = false }: PlayGameProps) {
  const words = useQuery<GameWords>("game");
  const games = useData($games)?.games;
  const balance = useData($balance);
  const active = useData($activeCoupon);
  const title = games?.find((one) => gameCode(one) === code)?.title;
  if (!words || !title) return null;
  const isEnough = balance !== undefined && canPlay(active, balance);
  return (
    <>
      {whenEnough && <p role="status">{isEnough ? words.enough : ""}</p>}
      {(isEnough || !whenEnough) && (
        <Button wide kind={whenEnough ? "filled" : "quiet"} onClick={onPlay}>
          {fill(words.play, { game: title.toUpperCase() })}
        </Button>
      )}
    </>
  );
}
