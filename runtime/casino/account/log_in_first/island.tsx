// Opens LOGIN for guests on account pages (rows 2.1-06 to 2.1-09, A7, A9). It hydrates only if it is visible, so only for guests.

import type { IslandProps } from "croupier:types";
import { onModalClosed } from "@croupier/loader/modal";
import { useEffect } from "react";
import { $session } from "../../session/session";
import { go, openPanel, topDialog } from "../../stores/location";

/** Renders the reason, which is also visible below the form. When a guest closes the form, `closed` opens (A70). */
export function Island({ text, closed }: IslandProps<"log_in_first">) {
  useEffect(() => {
    if ($session.get()) return;

    // If the user has opened another form by now, it stays open.
    if (!topDialog()) openPanel("login");

    if (!closed) return;
    return onModalClosed((byVisit) => {
      if (!byVisit && !$session.get()) go(closed);
    });
  }, [closed]);

  return <p>{text}</p>;
}
