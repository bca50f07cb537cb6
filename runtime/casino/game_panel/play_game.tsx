// A button for the game that a user pressed before sign-in or without funds. The game never opens automatically (A8, A23).

import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { canStartGame } from "../cashier/model/balance_state";
import { fill } from "../content/format";
import { $activeCoupon } from "../coupons/store/coupons";
import { $games, gameCode } from "../games/games";
import { $balance } from "../player/player";
import { NOTHING } from "../stores/server_data";
import { Button } from "../ui/controls/button";

/** The props of the button. */
export interface PlayGameProps {
  /** The code of the game: `18-32`. */
  readonly code: string;
  readonly onPlay: () => void;
  /** Shows the button only when the balance is known to be sufficient, with a status message. */
  readonly whenEnough?: boolean;
}

/** Renders the button, or nothing if the game is not in the lobby. */
export function PlayGame({ code, onPlay, whenEnough = false }: PlayGameProps) {
  const texts = useQuery("game");
  const games = useStore($games, NOTHING).data?.games;
  const balance = useStore($balance, NOTHING).data;
  const active = useStore($activeCoupon, NOTHING).data;
  const title = games?.find((game) => gameCode(game) === code)?.title;
  if (!texts || !title) return null;

  const isEnough = balance !== undefined && canStartGame(active, balance);

  return (
    <>
      {whenEnough && <p role="status">{isEnough ? texts.enough : ""}</p>}
      {(isEnough || !whenEnough) && (
        <Button wide kind={whenEnough ? "filled" : "quiet"} onClick={onPlay}>
          {fill(texts.play, { game: title.toUpperCase() })}
        </Button>
      )}
    </>
  );
}
