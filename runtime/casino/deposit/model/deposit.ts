// Opens the external cashier for the signed-in player, or returns the reason why it cannot (rows 2.12, A38 to A40).

import type { Failure, Outcome } from "../../api/outcome";
import { command } from "../../commands/site";
import { config } from "../../config/config";
import { $user, type User } from "../../player/player";
import { $session } from "../../session/session";
import { waitForStore } from "../../stores/wait_for_store";
import { openBlankTab } from "../../ui/open";
import { type CashierForm, loadCashierForm, sendForm } from "./external_tab";

/** The result of DEPOSIT. */
export type Deposit =
  /** The cashier is open in a new tab. */
  | { readonly kind: "opened" }
  /** The browser blocked the tab. `open`, called in a new click, tries again and returns whether a tab opened. */
  | { readonly kind: "blocked"; readonly open: () => boolean }
  /** The profile lacks fields that the cashier requires (row 5-28). */
  | { readonly kind: "incomplete" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Returns whether the profile has all fields that the cashier requires: address, city, state and zip (row 5-28). */
function isComplete({ address, city, state, zip }: Pick<User, "address" | "city" | "state" | "zip">): boolean {
  return [address, city, state, zip].every((field) => field.trim() !== "");
}

/**
 * Opens the cashier. Call it in the click handler: if the profile is loaded, the tab opens synchronously.
 * `tabText` is the text of the tab while the cashier loads.
 */
export function deposit(tabText: string): Promise<Deposit> {
  // A second press opens no second tab.
  pendingDeposit ??= openCashier(tabText).finally(() => {
    pendingDeposit = undefined;
  });
  return pendingDeposit;
}

let pendingDeposit: Promise<Deposit> | undefined;

async function openCashier(tabText: string): Promise<Deposit> {
  const session = $session.get();
  if (!session) return { kind: "failed", failure: { kind: "unauthorised" } };

  const { data, loading } = $user.get();
  const user = data && (isComplete(data) || !loading) ? data : await waitForProfile();
  if (!("pid" in user)) return { kind: "failed", failure: user };
  if (!isComplete(user)) return { kind: "incomplete" };

  const openTab = () => openBlankTab("cashier", tabText);
  const tab = openTab();
  let isUsed = false;

  try {
    const outcome = await loadForm(session.pid);
    if (outcome.kind !== "ok") return { kind: "failed", failure: outcome };
    // A user who has closed the tab no longer wants the cashier.
    if (tab?.window.closed) return { kind: "failed", failure: { kind: "cancelled" } };

    const sendTo = (target: typeof tab) => {
      // The cashier of one player must not open for the next.
      if (!target || $session.get()?.pid !== session.pid) return false;
      sendForm(outcome.value, target);
      return true;
    };

    isUsed = sendTo(tab);
    return isUsed ? { kind: "opened" } : { kind: "blocked", open: () => sendTo(openTab()) };
  } finally {
    // A blank tab would remain after any failure, also after an unexpected one.
    if (!isUsed) tab?.window.close();
  }
}

function loadForm(pid: number): Promise<Outcome<CashierForm>> {
  const { cashier, sandbox } = config();
  const hosts = [...cashier.hosts.map((host) => `https://${host}`), sandbox];

  return command<string, CashierForm>({
    name: "deposit",
    player: pid,
    input: "form",
    isHarmless: true,
    send: (_, options) => loadCashierForm(pid, hosts, options),
  });
}

/** Waits for the player's profile. */
async function waitForProfile(): Promise<User | Failure> {
  const { data, error } = await waitForStore($user);
  return data ?? error ?? { kind: "malformed" };
}
