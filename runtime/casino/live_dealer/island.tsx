// The live dealer tables for players (rows 2.1-16, 7.4-07). The chunk is loaded for players only; guests see the page's HTML.

import { lazyComponent } from "@croupier/loader/lazy-component";
import { PlayerOnly, Skeleton } from "../ui/display/content";
import type { LiveDealerProps } from "./tables";

const Tables = lazyComponent(() => import("./tables").then(({ Tables }) => Tables), { placeholder: TablesPlaceholder });

/** Renders the tables, with placeholders until they are loaded. */
export function Island(props: LiveDealerProps) {
  return (
    <PlayerOnly placeholder={<TablesPlaceholder {...props} />}>
      <Tables {...props} />
    </PlayerOnly>
  );
}

function TablesPlaceholder({ texts }: LiveDealerProps) {
  return (
    <ul className="tables">
      {texts.kinds.map(({ word }) => (
        <li className="tables__waiting" key={word}>
          <Skeleton shape="block" />
        </li>
      ))}
    </ul>
  );
}
