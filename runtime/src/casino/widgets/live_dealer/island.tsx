// The live dealer's tables for players (rows 2.1-16, 7.4-07). Their code comes for players alone; guests read what there is in the page itself.

import { $session } from "../../session/session";
import { Skeleton } from "../../ui/skeleton";
import { usePart } from "../../ui/use_part";
import { useStore } from "../../ui/use_store";
import type { LiveDealerProps } from "./words";

const load = () => import("./tables");

/** The tables; their places are kept until they come. */
export function Island(props: LiveDealerProps) {
  const player = useStore($session, undefined);
  const code = usePart(load, player !== undefined);
  if (code) return <code.Tables key={player?.pid} {...props} />;
  return (
    <ul className="tables">
      {props.words.kinds.map(({ word }) => (
        <li className="tables__waiting" key={word}>
          <Skeleton shape="block" />
        </li>
      ))}
    </ul>
  );
}
