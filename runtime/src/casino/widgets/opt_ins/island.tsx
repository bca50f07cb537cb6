// The opt-ins in the footer of every page (rows 2.5-26, 2.5-27).

import { OptInsForPlayers } from "../../opt_ins/for_players";
import type { OptInsProps } from "../../opt_ins/words";

/** It wakes for players alone: the footer itself offers guests the login. */
export function Island(props: OptInsProps) {
  return <OptInsForPlayers {...props} />;
}
