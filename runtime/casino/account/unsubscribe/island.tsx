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

/** Ids that cannot be part of a path: one or two dots, which have a meaning there, and long ones. */
const IMPOSSIBLE = /^\.{1,2}$|^.{257}/s;

/** Renders the button and its result. Visitors without an id see an explanation instead. */
export function Island({ texts }: UnsubscribeProps) {
  const location = useStore($location, undefined);
  // A plus sign of an id in Base64 would become a space.
  const id = new URLSearchParams(location?.search.replaceAll("+", "%2B")).get("id") ?? "";
  const isImpossible = IMPOSSIBLE.test(id);
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

  if (!id) return <p>{texts.no_link}</p>;

  return (
    <>
      {state !== "done" && !isImpossible && (
        <Button busy={isBusy} onClick={() => void start()}>
          {texts.button}
        </Button>
      )}
      <p role="status">
        {state === "done" && texts.done}
        {(state === "failed" || isImpossible) && (
          <>
            {texts.failed} <Link to={texts.support_path}>{texts.support}</Link>
          </>
        )}
      </p>
    </>
  );
}
