// The preferences of a player: marketing email and opt-ins (rows 2.1-08, 7.6-03, A19, A119).

import type { IslandProps } from "croupier:types";
import { useAction } from "@croupier/loader/use-action";
import { useStore } from "@croupier/loader/use-store";
import { type ReactNode, useState } from "react";
import { config } from "../../config/config";
import { OptInsForPlayers } from "../../jackpot/ui/for_players";
import { permitEmail } from "../../player/api/profile";
import { $session } from "../../session/session";
import { Button } from "../../ui/controls/button";
import { requestConfirmation } from "../../ui/open";
import { useFailure } from "../../ui/use_failure";

/** Props; the texts are `preferences` of content/data/account.toml. */
type PreferencesProps = Pick<IslandProps<"preferences">, "texts">;

/** Renders both for a signed-in player. */
export function Island({ texts }: PreferencesProps) {
  const player = useStore($session, undefined);
  if (!player) return null;

  return (
    <>
      <section className="panel" aria-labelledby="preferences-extras">
        <h2 id="preferences-extras">{texts.extras}</h2>
        <OptInsForPlayers />
      </section>
      {config().api.preferences_url && <Emails key={player.pid} pid={player.pid} texts={texts} />}
    </>
  );
}

/** The email preference can be set but not read, so there are two buttons instead of a switch (A119). */
function Emails({ pid, texts }: PreferencesProps & { readonly pid: number }) {
  const { fallback, load, explain } = useFailure();
  const [result, setResult] = useState<{ readonly text: ReactNode; readonly isError?: boolean }>();

  async function change(isPermitted: boolean) {
    const { dialogues } = await load();
    if (!isPermitted && !(await requestConfirmation(dialogues?.emailOptOut))) return;

    const outcome = await permitEmail(pid, isPermitted);
    if (outcome.kind !== "ok") return setResult({ text: await explain(outcome), isError: true });
    setResult({ text: isPermitted ? texts.allowed : texts.stopped });
  }

  const onFailed = () => setResult({ text: fallback, isError: true });
  const allow = useAction("allow emails", () => change(true), onFailed);
  const stop = useAction("stop emails", () => change(false), onFailed);

  return (
    <section className="panel" aria-labelledby="preferences-emails">
      <h2 id="preferences-emails">{texts.emails}</h2>
      <p>{texts.emails_text}</p>
      <p className="panel__actions">
        <Button kind="quiet" busy={allow.isBusy} onClick={() => void allow.start()}>
          {texts.allow}
        </Button>
        <Button kind="quiet" busy={stop.isBusy} onClick={() => void stop.start()}>
          {texts.stop}
        </Button>
      </p>
      <p role="status" className={result?.isError ? "form__error" : undefined}>
        {result?.text}
      </p>
    </section>
  );
}
