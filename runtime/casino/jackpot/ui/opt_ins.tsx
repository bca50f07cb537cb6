// The two opt-ins of a player: the lobby jackpot and quick play (rows 2.4-08, 2.4-09, 2.5-26, 2.5-27, A19).

import "./opt_ins.css";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { $user } from "../../player/player";
import { $quickPlay, changeQuickPlay } from "../../player/quick_play";
import { $session } from "../../session/session";
import { NOTHING } from "../../stores/server_data";
import { Switch } from "../../ui/controls/switch";
import { Tooltip } from "../../ui/tooltip/tooltip";
import { $jackpotPart } from "../store/jackpot_part";
import type { OptInTexts } from "./for_players";
import { changeJackpotPart, isBlocked, type OptInOptions, useJackpotQuestion, useOptIn } from "./use_opt_in";

/** Renders both for a player, or nothing after sign-out. */
export function OptIns() {
  const texts = useQuery("opt_ins");
  const { data: user } = useStore($user, NOTHING);
  const { data: quickPlay } = useStore($quickPlay, NOTHING);
  const player = useStore($session, $session.get());

  if (!texts || !player) return null;
  return (
    <div className="opt-ins">
      {!isBlocked(user, texts.blocked) && <Jackpot texts={texts.jackpot} />}
      <OptIn texts={texts.quick_play} store={$quickPlay} on={quickPlay} change={changeQuickPlay} />
    </div>
  );
}

function Jackpot({ texts }: { readonly texts: OptInTexts }) {
  const { data: participation } = useStore($jackpotPart, NOTHING);
  const confirmChange = useJackpotQuestion();
  return (
    <OptIn texts={texts} store={$jackpotPart} on={participation?.isIn} ask={confirmChange} change={changeJackpotPart} />
  );
}

/** The props of an opt-in. */
interface OptInProps<T> extends OptInOptions<T> {
  readonly texts: OptInTexts;
  /** `undefined` while it is not known. */
  readonly on: boolean | undefined;
}

/** Renders the opt-in. The switch changes only after the server confirms. */
function OptIn<T>({ texts, on, ...optIn }: OptInProps<T>) {
  const [isBusy, changed] = useOptIn(optIn);
  return (
    <div className="opt-in">
      <Switch label={texts.label} on={on} pending={isBusy} onChange={(to) => void changed(to)} />
      <Tooltip label={texts.more}>{texts.about}</Tooltip>
    </div>
  );
}
