// The interface between the modal dialog and its panels: the props of a panel, its messages, and the panel of a request (A11).

import type { Data } from "croupier:types";
import type { FormTexts, OnboardingDefinition } from "../forms/definition";
import { FOR_GUESTS } from "../session_policy/navigation";

/** The texts around every panel: `modal` in content/data/forms.toml. */
export type ModalTexts = Data["forms"]["modal"];

/** The props that the template passes: all data that must be available if no request succeeds. */
export interface ModalProps {
  readonly texts: ModalTexts;
  readonly formTexts: FormTexts;
  readonly login: OnboardingDefinition;
  /** The bot-check notice below forms that use a bot check. Empty without a bot check (row 1-19). */
  readonly notice: string;
}

/** A listener for the dialog's close; `byVisit` says whether a page visit closed it. */
export type WhenClosed = (byVisit: boolean) => void;

/** The functions of the dialog that a panel can call. */
export interface Container {
  /** Whether the dialog is open. */
  readonly isOpen: () => boolean;
  /** Shows another panel. */
  readonly show: (panel: string, about?: string) => void;
  /** Closes the dialog. */
  readonly close: () => void;
  /** Calls `listener` when the dialog closes; the result removes the listener. */
  readonly whenClosed: (listener: WhenClosed) => () => void;
  /** Keeps the dialog open during the next page visit, until the promise settles. */
  readonly keepOpen: (during: Promise<void>) => void;
}

/** The props of every panel. */
export interface PanelProps extends ModalProps, Container {
  /** The name of the panel. */
  readonly panel: string;
  /** The subject of the panel, such as a game code. */
  readonly about: string | undefined;
  /** For guest forms: the panel that opens after sign-in, by this form or by a form that follows it. */
  readonly after: PanelRequest | undefined;
}

/** The panel that is in the HTML of every page. The dialog returns to it after its close (row 4.2-01). */
export const FIRST_PANEL = "login";
/** The panels that require a signed-in player. */
const FOR_PLAYERS: readonly string[] = ["moreDetails", "cashier", "game"];

/** Returns whether a panel is only for guests. */
export const isForGuests = (panel: string) => FOR_GUESTS.includes(panel);

/** A requested panel with its subject. */
export interface PanelRequest {
  readonly panel: string;
  readonly about?: string | undefined;
  /** For guest forms: the panel that opens after sign-in. */
  readonly after?: PanelRequest | undefined;
}

/**
 * Returns the panel to show. Guests get a guest form before a panel for players.
 * Returns `undefined` if a player requests a guest form. `origin` is the panel that previous forms were shown for.
 */
export function panelFor(request: PanelRequest, isSignedIn: boolean, origin?: PanelRequest): PanelRequest | undefined {
  const { panel } = request;
  if (isSignedIn) return isForGuests(panel) ? undefined : request;
  if (!FOR_PLAYERS.includes(panel)) return { ...request, after: origin };
  // A guest who opens a game may be new (A8). The other panels are opened by users with an account.
  return { panel: panel === "game" ? "signup" : FIRST_PANEL, after: request };
}
