// Manage Account: who the player is, and the form that changes what can be changed (rows 1-13, 2.1-06). Its code comes for players alone.

import { PlayerOnly } from "../../hooks/player_only";
import { Skeleton } from "../../ui/display/skeleton";
import { lazyComponent } from "../../ui/lazy_component";
import type { AccountDetailsProps } from "./messages";
import "./account_details.css";

const waiting = (
  <p className="account-details__waiting">
    <Skeleton shape="block" />
  </p>
);

const View = lazyComponent(() => import("./view").then(({ View }) => View), { waiting: () => waiting });

/** The details of the player who is signed in; their place is kept until they come. */
export function Island(props: AccountDetailsProps) {
  return (
    <PlayerOnly waiting={waiting}>
      <View {...props} />
    </PlayerOnly>
  );
}
