// Which panel is shown where one is asked for, by who asks (A11).

import { FOR_GUESTS } from "../forms/for_guests";

/** The panel that is in the HTML of every page, and that the container goes back to (row 4.2-01). */
export const FIRST_PANEL = "login";
/** These are about somebody who is signed in. */
const FOR_PLAYERS: readonly string[] = ["moreDetails", "cashier", "game"];

/** Whether a panel is for guests alone. */
export const isForGuests = (panel: string) => FOR_GUESTS.some((form) => form === panel);

/** A panel and what it is told. */
export interface Asked {
  readonly panel: string;
  readonly about?: string | undefined;
  /** A form for guests: what opens once somebody is signed in. */
  readonly after?: Asked | undefined;
}

/** A form for guests comes first where only players have the panel; `undefined` where a player needs none. `wanted` is what the forms before were for. */
export function panelFor(asked: Asked, isSignedIn: boolean, wanted?: Asked): Asked | undefined {
  const { panel } = asked;
  if (isSignedIn) return isForGuests(panel) ? undefined : asked;
  if (!FOR_PLAYERS.includes(panel)) return { ...asked, after: wanted };
  // Who presses a game may be new (A8); the others are asked for by those who have an account.
  return { panel: panel === "game" ? "signup" : FIRST_PANEL, after: asked };
}
