// The cashier on its own page (row 2.1-09), with the same tabs as the panel. Its code loads only for players.

import { lazyComponent } from "@croupier/loader/lazy-component";
import { PlayerOnly, Skeleton } from "../../ui/display/content";

const placeholder = (
  <p className="cashier-page__waiting">
    <Skeleton shape="block" />
  </p>
);

const View = lazyComponent(() => import("./view").then(({ View }) => View), {
  placeholder: () => placeholder,
});

/** Renders the tabs of the signed-in player, or a placeholder until they load. */
export function Island() {
  return (
    <PlayerOnly placeholder={placeholder}>
      <View />
    </PlayerOnly>
  );
}
