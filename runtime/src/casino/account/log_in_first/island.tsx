// Opens LOGIN for guests on account pages (rows 2.1-06 to 2.1-09, A7, A9). It hydrates only if it is visible, so only for guests.

import { useEffect } from "react";
import { CLOSED_BY_VISIT, ID } from "../../../signals";
import { $session } from "../../session/session";
import { openPanel } from "../../ui/dialogs/open_panel";
import { topDialog } from "../../ui/dialogs/top_dialog";
import { go } from "../../ui/go";

interface LogInFirstProps {
  readonly text: string;
  /** The path that opens when a guest closes the form; without it the page remains (A70). */
  readonly closed?: string;
}

/** Renders the reason, which is also visible below the form. */
export function Island({ text, closed }: LogInFirstProps) {
  useEffect(() => {
    if ($session.get()) return;
    // If the user has opened another form by now, it stays open.
    if (!topDialog()) openPanel("login");
    const modal = document.getElementById(ID.modal);
    if (!closed || !(modal instanceof HTMLDialogElement)) return;
    const goToClosedPage = () => {
      if (!$session.get() && modal.returnValue !== CLOSED_BY_VISIT) go(closed);
    };
    modal.addEventListener("close", goToClosedPage);
    return () => modal.removeEventListener("close", goToClosedPage);
  }, [closed]);
  return <p>{text}</p>;
}
