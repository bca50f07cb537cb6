// Opens LOGIN for guests on pages that are about an account (rows 2.1-06 to 2.1-09, A7, A9). It wakes where guests see it, and nowhere else.

import { useEffect } from "react";
import { CLOSED_BY_VISIT, ID } from "../../../signals";
import { $session } from "../../session/session";
import { openPanel } from "../../ui/dialogs/panels";
import { topDialog } from "../../ui/dialogs/top_dialog";
import { go } from "../../ui/go";

interface LogInFirstProps {
  readonly text: string;
  /** Where a guest who closes the form goes; left out, the page stays (A70). */
  readonly closed?: string;
}

/** Says why, below the form too. */
export function Island({ text, closed }: LogInFirstProps) {
  useEffect(() => {
    if ($session.get()) return;
    // Who has asked for another form by now keeps it.
    if (!topDialog()) openPanel("login");
    const modal = document.getElementById(ID.modal);
    if (!closed || !(modal instanceof HTMLDialogElement)) return;
    const leave = () => {
      if (!$session.get() && modal.returnValue !== CLOSED_BY_VISIT) go(closed);
    };
    modal.addEventListener("close", leave);
    return () => modal.removeEventListener("close", leave);
  }, [closed]);
  return <p>{text}</p>;
}
