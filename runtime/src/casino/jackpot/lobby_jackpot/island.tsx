// The lobby jackpot on a page (rows 3-28, 3-29, 7.4-03). Its code is a chunk that is loaded before the first rendering.

import { lazyComponent } from "../../ui/lazy_component";
import type { JackpotLineProps } from "../model/messages";
// The HTML needs these styles before the chunk is loaded.
import "../ui/jackpot_line.css";
import "../../ui/tooltip/tooltip.css";

const JackpotLine = lazyComponent(() => import("../ui/jackpot_line").then(({ JackpotLine }) => JackpotLine));

Island.prepare = JackpotLine.prepare;

/** Renders the jackpot. */
export function Island(props: JackpotLineProps) {
  return <JackpotLine {...props} />;
}
