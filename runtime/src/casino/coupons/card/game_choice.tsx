// The choice of a game for free spins (row 7.3-07, A110). It is a lazy component, because few coupons have several games.

import { useCallback, useState } from "react";
import { useWords } from "../../content/messages";
import { fill } from "../../content/texts";
import { Button } from "../../ui/controls/button";
import { openPanel } from "../../ui/dialogs/open_panel";
import type { Promotion } from "../api/coupons";
import type { CardWords } from "../model/card_messages";
import { chooseSpinsGame, spinsGame } from "../store/free_spins";
import "./game_choice.css";

/** Props of the choice. */
export interface GameChoiceProps {
  readonly promotion: Promotion;
  readonly words: CardWords;
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
}

type Game = Promotion["freeSpinGames"][number];

/** Renders a button for each game, then a link to the chosen game. An error remains until the next press (row 8-21). */
export function GameChoice({ promotion, words, fallback }: GameChoiceProps) {
  const findWords = useWords(fallback);
  const [pressed, setPressed] = useState<Game>();
  const [added, setAdded] = useState("");
  const [wrong, setWrong] = useState("");
  const focus = useCallback((element: HTMLElement | null) => element?.focus(), []);
  const { freeSpinGames, spinsRemaining: n } = promotion;

  async function choose(game: Game) {
    setPressed(game);
    setWrong("");
    const outcome = await chooseSpinsGame(game.code);
    const found = await findWords();
    const { free_spins = found.fallback, spins_added = game.game } = found.coupon ?? {};
    if (outcome.kind === "ok") return setAdded(fill(spins_added, { n, game: game.game }));
    setWrong(free_spins);
    setPressed(undefined);
  }

  const chosen = added ? pressed?.code : spinsGame(promotion);
  if (chosen)
    return (
      <>
        {added && (
          <p className="coupon__added" tabIndex={-1} ref={focus}>
            {added}
          </p>
        )}
        <Button wide onClick={() => openPanel("game", chosen)}>
          {words.buttons.redeemed}
        </Button>
      </>
    );
  return (
    <fieldset className="coupon__games">
      <legend>{fill(words.spins.choose, { n })}</legend>
      {freeSpinGames.map((one) => (
        <Button key={one.code} kind="quiet" wide busy={pressed !== undefined} onClick={() => void choose(one)}>
          {one.game}
        </Button>
      ))}
      <div role="alert">{wrong && <p className="form__error">{wrong}</p>}</div>
    </fieldset>
  );
}
