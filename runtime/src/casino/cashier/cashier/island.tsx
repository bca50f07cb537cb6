// The cashier as a part of its page (row 2.1-09): what the panel shows over any other page. Its code comes for players alone.

import { PlayerOnly } from "../../hooks/player_only";
import { Skeleton } from "../../ui/display/skeleton";
import { lazyComponent } from "../../ui/lazy_component";

/** What the template passes. */
export interface CashierProps {
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}

const waiting = (
  <p className="cashier-page__waiting">
    <Skeleton shape="block" />
  </p>
);

const View = lazyComponent(() => import("./view").then(({ View }) => View), { waiting: () => waiting });

/** The tabs of the player who is signed in; their place is kept until they come. */
export function Island(props: CashierProps) {
  return (
    <PlayerOnly waiting={waiting}>
      <View {...props} />
    </PlayerOnly>
  );
}
