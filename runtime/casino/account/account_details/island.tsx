// Manage Account: the account details and a form to change some of them (rows 1-13, 2.1-06). Its code loads only for players.

import { lazyComponent } from "@croupier/loader/lazy-component";
import { PlayerOnly, Skeleton } from "../../ui/display/content";
import type { AccountDetailsProps } from "./view";
import "./account_details.css";

const placeholder = (
  <p className="account-details__waiting">
    <Skeleton shape="block" />
  </p>
);

const View = lazyComponent(() => import("./view").then(({ View }) => View), { placeholder: () => placeholder });

/** Renders the details of the signed-in player, or a placeholder until they load. */
export function Island(props: AccountDetailsProps) {
  return (
    <PlayerOnly placeholder={placeholder}>
      <View {...props} />
    </PlayerOnly>
  );
}
