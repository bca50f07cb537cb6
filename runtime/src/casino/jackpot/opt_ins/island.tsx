// The opt-ins in the footer of every page (rows 2.5-26, 2.5-27).

import type { OptInsProps } from "../model/messages";
import { OptInsForPlayers } from "../ui/for_players";

/** It wakes for players alone: the footer itself offers guests the login. */
export function Island(props: OptInsProps) {
  return <OptInsForPlayers {...props} />;
}
