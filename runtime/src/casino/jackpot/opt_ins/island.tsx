// The opt-ins in the footer of every page (rows 2.5-26, 2.5-27).

import { OptInsForPlayers, type OptInsProps } from "../ui/for_players";

/** Renders the opt-ins. It is hydrated for players only; the footer's HTML offers the login to guests. */
export function Island(props: OptInsProps) {
  return <OptInsForPlayers {...props} />;
}
