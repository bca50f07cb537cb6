// The choice of a game for free spins (row 7.3-07, A110). It is a lazy component, because few coupons have several games.

import "./game_choice.css";
import { useCallback, useState } from "react";
import { fill, isSingular } from "../../content/format";
import { useTexts } from "../../content/messages";
import { openPanel } from "../../stores/location";
import { Button } from "../../ui/controls/button";
import type { CardTexts } from "../model/terms";
import { type Promotion, spinsGame } from "../store/coupons";
import { chooseSpinsGame } from "../store/free_spins";

/** Props of the choice. */
export interface GameChoiceProps {
  readonly promotion: Promotion;
  readonly texts: CardTexts;
}

type Game = Promotion["freeSpinGames"][number];

/** Renders a button for each game, then a link to the chosen game. An error remains until the next press (row 8-21). */
export function GameChoice({ promotion, texts }: GameChoiceProps) {
  const { load } = useTexts();
  const [selected, setSelected] = useState<Game>();
  const [success, setSuccess] = useState("");
  const [error, setError] = useState("");
  const focus = useCallback((element: HTMLElement | null) => element?.focus(), []);
  const { freeSpinGames, spinsRemaining: spins } = promotion;

  async function choose(game: Game) {
    setSelected(game);
    setError("");

    const outcome = await chooseSpinsGame(game.code);
    const messages = await load();
    const added = messages.coupon?.[isSingular(spins) ? "spins_added_one" : "spins_added"] ?? game.game;

    if (outcome.kind === "ok") return setSuccess(fill(added, { n: spins, game: game.game }));
    setError(messages.coupon?.free_spins ?? messages.fallback);
    setSelected(undefined);
  }

  const chosen = success ? selected?.code : spinsGame(promotion);
  if (chosen)
    return (
      <>
        {success && (
          <p className="coupon__added" tabIndex={-1} ref={focus}>
            {success}
          </p>
        )}
        <Button wide onClick={() => openPanel("game", chosen)}>
          {texts.buttons.redeemed}
        </Button>
      </>
    );

  return (
    <fieldset className="coupon__games">
      <legend>{fill(isSingular(spins) ? texts.spins.choose_one : texts.spins.choose, { n: spins })}</legend>
      {freeSpinGames.map((game) => (
        <Button key={game.code} kind="quiet" wide busy={selected !== undefined} onClick={() => void choose(game)}>
          {game.game}
        </Button>
      ))}
      <div role="alert">{error && <p className="form__error">{error}</p>}</div>
    </fieldset>
  );
}
