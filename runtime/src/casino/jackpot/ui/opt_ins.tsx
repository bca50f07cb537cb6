// The two opt-ins of a player: the lobby jackpot and quick play (rows 2.4-08, 2.4-09, 2.5-26, 2.5-27, A19).

import { useQuery } from "../../../island/queries";
import { $user } from "../../player/store/player";
import { $quickPlay, changeQuickPlay } from "../../player/store/quick_play";
import { $session } from "../../session/session";
import { NOTHING } from "../../stores/server_data";
import { useStore } from "../../ui/use_store";
import { isBlocked } from "../model/is_excluded";
import { $jackpotPart } from "../store/lobby_jackpot";
import { OptIn } from "./opt_in";
import "./opt_ins.css";
import type { OptInsProps, OptInsTexts, OptInTexts } from "../model/messages";
import { changeJackpotPart, useJackpotQuestion } from "./use_opt_in";

/** Renders both for a player, or nothing after sign-out. */
export function OptIns({ fallback }: OptInsProps) {
  const texts = useQuery<OptInsTexts>("opt_ins");
  const { data: user } = useStore($user, NOTHING);
  const { data: quickPlay } = useStore($quickPlay, NOTHING);
  const player = useStore($session, $session.get());
  if (!texts || !player) return null;
  return (
    <div className="opt-ins">
      {!isBlocked(user, texts.blocked) && <Jackpot texts={texts.jackpot} fallback={fallback} />}
      <OptIn texts={texts.quick_play} store={$quickPlay} on={quickPlay} change={changeQuickPlay} />
    </div>
  );
}

function Jackpot({ texts, fallback }: OptInsProps & { readonly texts: OptInTexts }) {
  const { data: participation } = useStore($jackpotPart, NOTHING);
  const confirmChange = useJackpotQuestion(fallback);
  return (
    <OptIn texts={texts} store={$jackpotPart} on={participation?.isIn} ask={confirmChange} change={changeJackpotPart} />
  );
}
