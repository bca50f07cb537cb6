// Shows amount and winners of the lobby jackpot to guests without React (rows 3-28, 3-29, A113). Guests who see a failure or no
// winners get the component.

import type { Enhance } from "@croupier/loader/enhance";
import { formatMoney, VISITOR_SYMBOL } from "../../content/format";
import { setShownState } from "../../stores/enhance_for_guests";
import { createAmount } from "../../ui/display/count_up";
import { $lobbyJackpot, $winners, WINNERS, type Winner, winnerDay } from "../store/jackpot_feed";
import type { JackpotLineProps } from "../ui/for_players";

/** Enhances the HTML of `JackpotLine`. */
export const enhance: Enhance<JackpotLineProps> = (element, _, hydrate) => {
  let amount: ReturnType<typeof createAmount> | undefined;

  const stops = [
    $lobbyJackpot.subscribe((state) => {
      const { data, error } = state;
      if (!data) return void (error && hydrate());
      setShownState($lobbyJackpot, state);
      if (amount) return amount.show(data.cents);
      amount = createAmount({ cents: data.cents, symbol: VISITOR_SYMBOL });
      element.querySelector(".jackpot__amount strong")?.replaceChildren(amount.element);
    }),
    $winners.subscribe((state) => {
      const { data, error } = state;
      if (!data?.length) return void ((data ?? error) && hydrate());
      setShownState($winners, state);
      element.querySelector(".jackpot__winners ul")?.replaceChildren(...data.slice(0, WINNERS).map(winnerItem));
    }),
  ];

  return () => {
    for (const stop of stops) stop();
    amount?.end();
  };
};

/** Returns the nodes that React renders for a winner. */
function winnerItem({ name, cents, date }: Winner): HTMLLIElement {
  const item = document.createElement("li");
  const day = winnerDay(date);

  item.append(
    Object.assign(document.createElement("span"), { textContent: name }),
    " ",
    Object.assign(document.createElement("strong"), {
      className: "money",
      textContent: formatMoney(cents, VISITOR_SYMBOL),
    }),
    " ",
  );

  if (day) item.append(Object.assign(document.createElement("time"), { dateTime: date, textContent: day }));
  return item;
}
