// Manage Account: who the player is, and the form that changes what can be changed (rows 1-13, 2.1-06). Its code comes for players alone.

import { $session } from "../../session/session";
import { Skeleton } from "../../ui/skeleton";
import { usePart } from "../../ui/use_part";
import { useStore } from "../../ui/use_store";
import type { AccountDetailsProps } from "./words";
import "./account_details.css";

const load = () => import("./view");

/** The details of the player who is signed in; their place is kept until they come. */
export function Island(props: AccountDetailsProps) {
  const player = useStore($session, undefined);
  const code = usePart(load, player !== undefined);
  if (code) return <code.View key={player?.pid} {...props} />;
  return (
    <p className="account-details__waiting">
      <Skeleton shape="block" />
    </p>
  );
}
