// The account history, limited to data that the server provides (rows 1-13, 2.1-07, A7). Its code loads only for players.

import { lazyComponent } from "@croupier/loader/lazy-component";
import { PlayerOnly, Skeleton } from "../../ui/display/content";
import type { HistoryProps } from "./view";
import "./history.css";

const placeholder = (
  <p className="history__waiting">
    <Skeleton shape="block" />
  </p>
);

const View = lazyComponent(() => import("./view").then(({ View }) => View), { placeholder: () => placeholder });

/** Renders the history of the signed-in player, or a placeholder until it loads. */
export function Island(props: HistoryProps) {
  return (
    <PlayerOnly placeholder={placeholder}>
      <View {...props} />
    </PlayerOnly>
  );
}
