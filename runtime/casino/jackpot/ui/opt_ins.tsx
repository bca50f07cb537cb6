// The two opt-ins of a player: the lobby jackpot and quick play (rows 2.4-08, 2.4-09, 2.5-26, 2.5-27, A19).

import "./opt_ins.css";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { $user } from "../../player/player";
import { $quickPlay, changeQuickPlay } from "../../player/quick_play";
import { $session } from "../../session/session";
import { NOTHING, type Refreshable, refresh } from "../../stores/server_data";
import { Button } from "../../ui/controls/button";
import { Switch } from "../../ui/controls/switch";
import { Tooltip } from "../../ui/tooltip/tooltip";
import { $jackpotPart } from "../store/jackpot_part";
import type { JackpotLineTexts, OptInTexts } from "./for_players";
import { changeJackpotPart, isBlocked, type OptInOptions, useJackpotQuestion, useOptIn } from "./use_opt_in";

/** The texts of the page, with those of one opt-in. */
interface Texts {
  readonly own: OptInTexts;
  readonly line: JackpotLineTexts;
}

/** Renders both for a player, or nothing after sign-out. */
export function OptIns() {
  const texts = useQuery("opt_ins");
  const user = useStore($user, NOTHING);
  const player = useStore($session, $session.get());

  if (!texts || !player) return null;
  const { line, jackpot, quick_play, blocked } = texts;
  const isLost = user.error && !user.data;

  return (
    <div className="opt-ins">
      {isLost && <LostOptIn texts={{ line, own: jackpot }} store={$user} />}
      {!isLost && !isBlocked(user.data, blocked) && <Jackpot texts={{ line, own: jackpot }} />}
      <OptIn texts={{ line, own: quick_play }} store={$quickPlay} isOn={(on) => on} change={changeQuickPlay} />
    </div>
  );
}

function Jackpot({ texts }: { readonly texts: Texts }) {
  const ask = useJackpotQuestion();
  return <OptIn store={$jackpotPart} isOn={(part) => part.isIn} change={changeJackpotPart} {...{ texts, ask }} />;
}

/** The props of an opt-in. */
interface OptInProps<T> extends OptInOptions<T> {
  readonly texts: Texts;
  readonly isOn: (state: T) => boolean;
}

/** Renders the opt-in. The switch changes only after the server confirms. */
function OptIn<T>({ texts, isOn, ...optIn }: OptInProps<T>) {
  const { store } = optIn;
  const { data, error } = useStore(store, NOTHING);
  const [isBusy, changed] = useOptIn(optIn);
  if (error && data === undefined) return <LostOptIn texts={texts} store={store} />;

  return (
    <div className="opt-in">
      <Switch
        label={texts.own.label}
        on={data === undefined ? undefined : isOn(data)}
        pending={isBusy}
        onChange={(to) => void changed(to)}
      />
      <Tooltip label={texts.own.more}>{texts.own.about}</Tooltip>
    </div>
  );
}

/** Renders an opt-in whose state failed to load: a switch would look like one that is off. */
function LostOptIn({ texts: { own, line }, store }: { readonly texts: Texts; readonly store: Refreshable }) {
  return (
    <div className="opt-in opt-in--lost">
      <p>
        {own.label} <span>{line.unknown}</span>
      </p>
      <Button kind="quiet" aria-label={`${line.retry}: ${own.label}`} onClick={() => refresh(store)}>
        {line.retry}
      </Button>
    </div>
  );
}
