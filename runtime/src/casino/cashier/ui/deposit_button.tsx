// The button that opens the external cashier in a new tab, with a message if the browser blocks it (rows 2.12).

import { useState } from "react";
import { useQuery } from "../../../island/queries";
import { useWords, wordsOf } from "../../content/messages";
import { tellMaintenance } from "../../hooks/maintenance";
import { $user } from "../../player/store/player";
import { NOTHING } from "../../stores/server_data";
import { Button, type ButtonLook } from "../../ui/controls/button";
import { openPanel } from "../../ui/dialogs/open_panel";
import { useAction } from "../../ui/use_action";
import { useStore } from "../../ui/use_store";
import { type Deposit, deposit } from "../model/deposit";
import type { CashierWords } from "../model/messages";
import "./deposit.css";

/** Props of the button. */
export interface DepositButtonProps extends Omit<ButtonLook, "wide"> {
  /** The label; defaults to DEPOSIT (row 2.12-01). */
  readonly label?: string;
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}

/** The message below the button. */
type Said =
  | { readonly kind: "blocked"; readonly open: () => boolean }
  | { readonly kind: "failed"; readonly text: string };

/** Renders the button. Players without an address must enter it first (row 2.12-03). */
export function DepositButton({ label, fallback, name, ...look }: DepositButtonProps) {
  const words = useQuery<CashierWords>("cashier");
  const findWords = useWords(fallback);
  const [said, setSaid] = useState<Said>();
  // Loads the profile before the press: a tab that opens after a request would be blocked as a popup.
  useStore($user, NOTHING);

  async function show(outcome: Deposit) {
    if (outcome.kind === "blocked") return setSaid(outcome);
    if (outcome.kind === "failed") {
      const found = await findWords();
      if (await tellMaintenance(outcome.failure, found, name)) return setSaid(undefined);
      const text = wordsOf(outcome.failure, found, name);
      return setSaid(text ? { kind: "failed", text } : undefined);
    }
    setSaid(undefined);
    if (outcome.kind === "incomplete") openPanel("moreDetails", "deposit");
  }

  const { isBusy, start } = useAction(
    "deposit",
    async () => show(await deposit(words?.opening ?? "")),
    () => setSaid({ kind: "failed", text: fallback }),
  );

  return (
    <div className="deposit">
      <Button {...look} wide busy={isBusy} onClick={() => void start()}>
        {label || words?.deposit}
      </Button>
      <div className="deposit__said" role="alert">
        {said?.kind === "failed" && <p className="form__error">{said.text}</p>}
        {said?.kind === "blocked" && (
          <>
            <p>{words?.blocked}</p>
            <Button kind="quiet" wide onClick={() => said.open() && setSaid(undefined)}>
              {words?.open}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
