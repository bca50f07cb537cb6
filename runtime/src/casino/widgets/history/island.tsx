// The account's history: what the server tells of it, and nothing else (rows 1-13, 2.1-07, A7). Its code comes for players alone.

import { $session } from "../../session/session";
import { Skeleton } from "../../ui/skeleton";
import { usePart } from "../../ui/use_part";
import { useStore } from "../../ui/use_store";
import type { HistoryProps } from "./words";
import "./history.css";

const load = () => import("./view");

/** The history of the player who is signed in; its place is kept until it comes. */
export function Island(props: HistoryProps) {
  const player = useStore($session, undefined);
  const code = usePart(load, player !== undefined);
  if (code) return <code.View key={player?.pid} {...props} />;
  return (
    <p className="history__waiting">
      <Skeleton shape="block" />
    </p>
  );
}
