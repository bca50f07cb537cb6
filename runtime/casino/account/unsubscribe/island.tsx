// Unsubscribes the recipient of an email by the link at its end. Opening the page alone does nothing (rows 2.1-19, 7.6-02, A118).

import type { IslandProps } from "croupier:types";
import { useAction } from "@croupier/loader/use-action";
import { useStore } from "@croupier/loader/use-store";
import { useState } from "react";
import { useTexts } from "../../content/messages";
import { unsubscribe } from "../../player/api/profile";
import { $location } from "../../stores/location";
import { Button, Link } from "../../ui/controls/button";
import { requestConfirmation } from "../../ui/open";

/** Props; the texts are `unsubscribe` of content/data/account.toml. */
type UnsubscribeProps = Pick<IslandProps<"unsubscribe">, "texts">;

/** The form of the recipient id. One or two dots are excluded, because they have a meaning in URL paths. */
const ID = /^(?!\.{1,2}$)[\w.~-]{1,256}$/;

/** Renders the button and its result. Visitors without an id see an explanation instead. */
export function Island({ texts }: UnsubscribeProps) {
  const location = useStore($location, undefined);
  const id = new URLSearchParams(location?.search).get("id") ?? "";
  const { load } = useTexts();
  const [state, setState] = useState<"asked" | "done" | "failed">("asked");

  async function stopEmails() {
    const { dialogues } = await load();
    if (!(await requestConfirmation(dialogues?.emailOptOut))) return;

    setState("asked");
    const outcome = await unsubscribe(id);
    setState(outcome.kind === "ok" ? "done" : "failed");
  }

  const { isBusy, start } = useAction("unsubscribe", stopEmails, () => setState("failed"));

  if (!ID.test(id)) return <p>{texts.no_link}</p>;

  return (
    <>
      {state !== "done" && (
        <Button busy={isBusy} onClick={() => void start()}>
          {texts.button}
        </Button>
      )}
      <p role="status">
        {state === "done" && texts.done}
        {state === "failed" && (
          <>
            {texts.failed} <Link to={texts.support_path}>{texts.support}</Link>
          </>
        )}
      </p>
    </>
  );
}
