// A win in the lobby's jackpot, and CLAIM PRIZE (row 2.14-05).

import { useEffect, useState } from "react";
import { useQuery } from "../../../../island/queries";
import type { Messages } from "../../../content/messages";
import { formatMoney } from "../../../content/money";
import { fill } from "../../../content/texts";
import { $session } from "../../../session/session";
import { $jackpotPart, collect } from "../../../stores/lobby_jackpot";
import { $balance, NOTHING } from "../../../stores/player";
import { Button } from "../../../ui/button";
import { useAction } from "../../../ui/use_action";
import { useStore } from "../../../ui/use_store";
import { Frame } from "../frame";
import type { PanelProps } from "../panel";

/** The panel. What is not claimed stays the player's, and is told again in the next document. */
export function Panel(props: PanelProps) {
  const { close } = props;
  const messages = useQuery<Messages>("messages");
  const dialogues = messages?.dialogues;
  const { data: balance } = useStore($balance, NOTHING);
  const player = useStore($session, $session.get());
  const [cents] = useState(() => $jackpotPart.get().data?.unclaimed);
  const [hasFailed, setFailed] = useState(false);
  const [unsure, setUnsure] = useState<"unknown" | "busy">();
  const words = hasFailed ? dialogues?.claimFailed : dialogues?.lobbyJackpotWin;

  useEffect(() => {
    if (!player || !cents) close();
  }, [player, cents, close]);

  const { isBusy, start } = useAction("jackpot prize", take, () => setFailed(true));

  async function take() {
    const outcome = await collect();
    if (outcome.kind === "ok") return close();
    setUnsure(outcome.kind === "unknown" || outcome.kind === "busy" ? outcome.kind : undefined);
    setFailed(true);
  }

  return (
    <Frame {...props} title={words?.title ?? props.words.loading} focus>
      {unsure && <p>{messages?.[unsure]}</p>}
      {words && !unsure && <p>{fill(words.text, { amount: formatMoney(cents, balance?.symbol ?? "$") })}</p>}
      {words?.confirm && (
        <Button wide size="big" busy={isBusy} onClick={() => void start()}>
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
