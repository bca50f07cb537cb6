// The coupons page for players: the HTML has placeholders, and the content loads for signed-in players (rows 2.8).

import "../page.css";
import { lazyComponent } from "@croupier/loader/lazy-component";
import { useKeepAlive } from "@croupier/loader/use-keep-alive";
import { useStore } from "@croupier/loader/use-store";
import { Activity, useRef } from "react";
import { $session } from "../../session/session";
import { Button } from "../../ui/controls/button";
import { type PlayerProps, useParameter, Waiting } from "../page";

const List = lazyComponent<PlayerProps>(() => import("./list").then(({ List }) => List), {
  placeholder: ({ texts }) => <Waiting label={texts.page.loading} />,
  errorView: ({ empty }, retry) => (
    <p className="promotions__empty">
      {empty.coupons}
      <Button kind="quiet" onClick={retry}>
        {empty.retry}
      </Button>
    </p>
  ),
});

/** Renders the list of the signed-in player, with fresh state for another player. It stays in memory while other pages are shown. */
export function Island(props: PlayerProps) {
  const player = useStore($session, undefined);
  const element = useRef<HTMLDivElement>(null);
  // With the parameter, a card is open.
  const isShown = useKeepAlive(element, useParameter("promo") !== "");

  return (
    <div className="promotions" ref={element}>
      {player ? (
        <Activity mode={isShown ? "visible" : "hidden"}>
          <List key={player.pid} {...props} />
        </Activity>
      ) : (
        <Waiting label={props.texts.page.loading} />
      )}
    </div>
  );
}
