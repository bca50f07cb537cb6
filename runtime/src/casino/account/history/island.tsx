// The account's history: what the server tells of it, and nothing else (rows 1-13, 2.1-07, A7). Its code comes for players alone.

import { PlayerOnly } from "../../hooks/player_only";
import { Skeleton } from "../../ui/display/skeleton";
import { lazyComponent } from "../../ui/lazy_component";
import type { HistoryProps } from "./messages";
import "./history.css";

const waiting = (
  <p className="history__waiting">
    <Skeleton shape="block" />
  </p>
);

const View = lazyComponent(() => import("./view").then(({ View }) => View), { waiting: () => waiting });

/** The history of the player who is signed in; its place is kept until it comes. */
export function Island(props: HistoryProps) {
  return (
    <PlayerOnly waiting={waiting}>
      <View {...props} />
    </PlayerOnly>
  );
}
