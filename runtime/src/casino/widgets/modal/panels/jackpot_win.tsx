// A win in the lobby's jackpot, and CLAIM PRIZE (row 2.14-05).

import { useEffect, useState } from "react";
import { useQuery } from "../../../../island/queries";
import type { Messages } from "../../../content/messages";
import { formatMoney } from "../../../content/money";
import { fill } from "../../../content/texts";
import { $session } from "../../../session/session";
import { $jackpotPart, claim } from "../../../stores/lobby_jackpot";
import { $balance, NOTHING } from "../../../stores/player";
import { Button } from "../../../ui/button";
import { useStore } from "../../../ui/use_store";
import { Frame } from "../frame";
import type { PanelProps } from "../panel";

/** The panel. What is not claimed stays the player's, and is told again in the next document. */
export function Panel(props: PanelProps) {
  const { close } = props;
  const dialogues = useQuery<Messages>("messages")?.dialogues;
  const { data: balance } = useStore($balance, NOTHING);
  const player = useStore($session, $session.get());
  const [cents] = useState(() => $jackpotPart.get().data?.unclaimed);
  const [state, setState] = useState<"won" | "claiming" | "failed">("won");
  const words = state === "failed" ? dialogues?.claimFailed : dialogues?.lobbyJackpotWin;

  useEffect(() => {
    if (!player || !cents) close();
  }, [player, cents, close]);

  async function take() {
    setState("claiming");
    if ((await claim()).kind === "ok") close();
    else setState("failed");
  }

  return (
    <Frame {...props} title={words?.title ?? props.words.loading} focus>
      {words && <p>{fill(words.text, { amount: formatMoney(cents, balance?.symbol ?? "$") })}</p>}
      {words?.confirm && (
        <Button wide size="big" busy={state === "claiming"} onClick={() => void take()}>
          {words.confirm}
        </Button>
      )}
      {words?.back && (
        <Button wide kind="quiet" onClick={close}>
          {words.back}
        </Button>
      )}
    </Frame>
  );
}
