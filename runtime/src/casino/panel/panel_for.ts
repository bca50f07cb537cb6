// Selects the panel to show for a request, depending on whether the user is signed in (A11).

import { FOR_GUESTS } from "../forms/for_guests";

/** The panel that is in the HTML of every page. The dialog returns to it after its close (row 4.2-01). */
export const FIRST_PANEL = "login";
/** The panels that require a signed-in player. */
const FOR_PLAYERS: readonly string[] = ["moreDetails", "cashier", "game"];

/** Returns whether a panel is only for guests. */
export const isForGuests = (panel: string) => FOR_GUESTS.some((form) => form === panel);

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
