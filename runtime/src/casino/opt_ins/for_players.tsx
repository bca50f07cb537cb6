// The opt-ins in the shell and on pages, for players: their code comes when they are drawn.

import { useEffect, useState } from "react";
import type { OptInsProps } from "./words";

type Code = typeof import("./opt_ins");

/** Draws the opt-ins once their code is there. */
export function OptInsForPlayers(props: OptInsProps) {
  const [code, setCode] = useState<Code>();
  // What does not come is told as a fault.
  useEffect(() => void import("./opt_ins").then(setCode, () => undefined), []);
  return code && <code.OptIns {...props} />;
}
