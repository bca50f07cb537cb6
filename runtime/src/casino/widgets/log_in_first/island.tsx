// Opens LOGIN for guests on pages that are about an account (rows 2.1-06 to 2.1-08, A7). It wakes where guests see it, and nowhere else.

import { useEffect } from "react";
import { $session } from "../../session/session";
import { openPanel } from "../../ui/layers";

/** Says why, below the form too. */
export function Island({ text }: { readonly text: string }) {
  useEffect(() => {
    if (!$session.get()) openPanel("login");
  }, []);
  return <p>{text}</p>;
}
