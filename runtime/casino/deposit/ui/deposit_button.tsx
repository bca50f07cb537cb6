// The button that opens the external cashier in a new tab, with a message if the browser blocks it (rows 2.12).

import "./deposit.css";
import { useQuery } from "@croupier/loader/queries";
import { useAction } from "@croupier/loader/use-action";
import { useStore } from "@croupier/loader/use-store";
import { type ReactNode, useState } from "react";
import { $user } from "../../player/player";
import { openPanel } from "../../stores/location";
import { NOTHING } from "../../stores/server_data";
import { Button, type ButtonStyle } from "../../ui/controls/button";
import { useFailure } from "../../ui/use_failure";
import { type Deposit, deposit } from "../model/deposit";

/** Props of the button. */
export interface DepositButtonProps extends Omit<ButtonStyle, "wide"> {
  /** The label; defaults to DEPOSIT (row 2.12-01). */
  readonly label?: string;
}

/** The message below the button. */
type DepositMessage =
  | { readonly kind: "blocked"; readonly open: () => boolean }
  | { readonly kind: "failed"; readonly text: ReactNode };

/** Renders the button. Players without an address must enter it first (row 2.12-03). */
export function DepositButton({ label, ...buttonProps }: DepositButtonProps) {
  const texts = useQuery("cashier");
  const { fallback, explain } = useFailure();
  const [message, setMessage] = useState<DepositMessage>();
  // Loads the profile before the press: a tab that opens after a request would be blocked as a popup.
  useStore($user, NOTHING);

  async function showResult(outcome: Deposit) {
    if (outcome.kind === "blocked") return setMessage(outcome);
    if (outcome.kind === "failed") {
      const text = await explain(outcome.failure);
      return setMessage(text ? { kind: "failed", text } : undefined);
    }
    setMessage(undefined);
    if (outcome.kind === "incomplete") openPanel("moreDetails", "deposit");
  }

  const { isBusy, start } = useAction(
    "deposit",
    async () => showResult(await deposit(texts?.opening ?? "")),
    () => setMessage({ kind: "failed", text: fallback }),
  );

  return (
    <div className="deposit">
      <Button {...buttonProps} wide busy={isBusy} onClick={() => void start()}>
        {label || texts?.deposit}
      </Button>
      <div className="deposit__said" role="alert">
        {message?.kind === "failed" && <p className="form__error">{message.text}</p>}
        {message?.kind === "blocked" && (
          <>
            <p>{texts?.blocked}</p>
            <Button
              kind="quiet"
              wide
              onClick={() => {
                if (message.open()) setMessage(undefined);
              }}
            >
              {texts?.open}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
