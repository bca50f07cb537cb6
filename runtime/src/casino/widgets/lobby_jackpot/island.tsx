// The lobby's jackpot as a part of a page (rows 3-28, 3-29, 7.4-03). Its code is a part, which is there before the first drawing.

import type { ComponentType } from "react";
import type { JackpotLineProps } from "../../opt_ins/words";
// What the HTML shows has its looks with it.
import "../../opt_ins/jackpot_line.css";
import "../../ui/tooltip.css";

let line: ComponentType<JackpotLineProps> | undefined;

Island.prepare = async () => {
  line = (await import("../../opt_ins/jackpot_line")).JackpotLine;
};

/** The line. */
export function Island(props: JackpotLineProps) {
  const Line = line;
  return Line && <Line {...props} />;
}
