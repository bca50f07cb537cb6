// The cashier on its own page (row 2.1-09), with the same tabs as the panel. Its code loads only for players.

import { PlayerOnly } from "../../hooks/player_only";
import { Skeleton } from "../../ui/display/skeleton";
import { lazyComponent } from "../../ui/lazy_component";

/** The island's props. */
export interface CashierProps {
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}

const placeholder = (
  <p className="cashier-page__waiting">
    <Skeleton shape="block" />
  </p>
);

const View = lazyComponent(() => import("./view").then(({ View }) => View), { placeholder: () => placeholder });

/** Renders the tabs of the signed-in player, or a placeholder until they load. */
export function Island(props: CashierProps) {
  return (
    <PlayerOnly placeholder={placeholder}>
      <View {...props} />
    </PlayerOnly>
  );
}
