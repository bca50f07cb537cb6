// The panel for a win in the lobby jackpot, with CLAIM PRIZE (row 2.14-05).

import { useQuery } from "@croupier/loader/queries";
import { useAction } from "@croupier/loader/use-action";
import { useStore } from "@croupier/loader/use-store";
import { useEffect, useState } from "react";
import { fill, formatMoney } from "../../content/format";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import { $balance } from "../../player/player";
import { $session } from "../../session/session";
import { NOTHING } from "../../stores/server_data";
import { Button } from "../../ui/controls/button";
import { collect } from "../store/jackpot_commands";
import { $jackpotPart } from "../store/jackpot_part";

/** Renders the panel. A prize that is not collected remains and is reported again after the next document load. */
export function Panel(props: PanelProps) {
  const { close } = props;
  const messages = useQuery("messages");
  const dialogues = messages?.dialogues;
  const { data: balance } = useStore($balance, NOTHING);
  const player = useStore($session, $session.get());
  const [winner] = useState(player?.pid);
  const [cents] = useState(() => $jackpotPart.get().data?.unclaimed);
  const [hasFailed, setFailed] = useState(false);
  const [unsure, setUnsure] = useState<"unknown" | "busy">();
  const texts = hasFailed ? dialogues?.claimFailed : dialogues?.lobbyJackpotWin;

  useEffect(() => {
    if (!winner || player?.pid !== winner || !cents) close();
  }, [player, winner, cents, close]);

  const { isBusy, start } = useAction("jackpot prize", collectWin, () => setFailed(true));

  async function collectWin() {
    const outcome = await collect(cents ?? 0);
    if (outcome.kind === "ok") return close();
    setUnsure(outcome.kind === "unknown" || outcome.kind === "busy" ? outcome.kind : undefined);
    setFailed(true);
  }

  return (
    <Frame {...props} title={texts?.title ?? props.texts.loading} focus>
      {unsure && <p>{messages?.[unsure]}</p>}
      {texts && !unsure && <p>{fill(texts.text, { amount: formatMoney(cents, balance?.symbol ?? "$") })}</p>}
      {texts?.confirm && (
        <Button wide size="big" busy={isBusy} onClick={() => void start()}>
          {texts.confirm}
        </Button>
      )}
      {texts?.back && (
        <Button wide kind="quiet" onClick={close}>
          {texts.back}
        </Button>
      )}
    </Frame>
  );
}
