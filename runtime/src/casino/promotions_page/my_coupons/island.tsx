// The coupons page for players: the HTML has placeholders, and the content loads for signed-in players (rows 2.8).

import { type ComponentType, useEffect, useState } from "react";
import { send } from "../../../signals";
import { $session } from "../../session/session";
import { Button } from "../../ui/controls/button";
import { useStore } from "../../ui/use_store";
import type { ListProps } from "./list";
import type { PlayerProps } from "./props";
import { Waiting } from "./waiting";
import "../page.css";

/** The code of the list and its components: `undefined` while it is loading, `null` after a failed load. */
type Code = { readonly List: ComponentType<ListProps>; readonly parts: ListProps["parts"] } | undefined | null;

/** Renders the list. */
export function Island(props: PlayerProps) {
  const { words, empty } = props;
  const player = useStore($session, undefined);
  const [code, setCode] = useState<Code>();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    setCode(undefined);
    Promise.all([
      import("./list"),
      import("../../coupons/card/card"),
      import("./code_entry"),
      import("../../daily_reward/ui/daily_card"),
    ]).then(
      ([{ List }, { PromotionCard: Card }, { CodeEntry: Code }, { DailyCard: Daily }]) =>
        setCode({ List, parts: { Card, Code, Daily } }),
      (error: unknown) => {
        setCode(null);
        send("croupier:fault", { error, part: "my_coupons" });
      },
    );
  }, [tries]);

  const list =
    code && player ? (
      <code.List key={player.pid} {...props} parts={code.parts} />
    ) : (
      <Waiting label={words.page.loading} />
    );
  return (
    <div className="promotions">
      {code === null ? (
        <p className="promotions__empty">
          {empty.coupons}
          <Button kind="quiet" onClick={() => setTries(tries + 1)}>
            {empty.retry}
          </Button>
        </p>
      ) : (
        list
      )}
    </div>
  );
}
