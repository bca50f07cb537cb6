// The cashier as a part of its page (row 2.1-09): what the panel shows over any other page. Its code comes for players alone.

import { $session } from "../../session/session";
import { Skeleton } from "../../ui/skeleton";
import { usePart } from "../../ui/use_part";
import { useStore } from "../../ui/use_store";

/** What the template passes. */
export interface CashierProps {
  /** What is said of a failure that has no words of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}

const load = () => import("./view");

/** The tabs of the player who is signed in; their place is kept until they come. */
export function Island(props: CashierProps) {
  const player = useStore($session, undefined);
  const code = usePart(load, player !== undefined);
  if (code) return <code.View key={player?.pid} {...props} />;
  return (
    <p className="cashier-page__waiting">
      <Skeleton shape="block" />
    </p>
  );
}
