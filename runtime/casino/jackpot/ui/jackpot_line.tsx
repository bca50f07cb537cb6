// The lobby jackpot on a page: its amount, the player's opt-in and the winners (rows 3-28 to 3-32, 7.4-03, A113).

import { useStore } from "@croupier/loader/use-store";
import { formatMoney } from "../../content/format";
import { $balance, $user } from "../../player/player";
import { $session } from "../../session/session";
import { shownState } from "../../stores/enhance_for_guests";
import { openPanel } from "../../stores/location";
import { NOTHING, refresh } from "../../stores/server_data";
import { Button, buttonClass } from "../../ui/controls/button";
import { AnimatedAmount } from "../../ui/display/animated_amount";
import { Skeleton } from "../../ui/display/content";
import { Tooltip } from "../../ui/tooltip/tooltip";
import { $lobbyJackpot, $winners, WINNERS, type Winner, winnerDay } from "../store/jackpot_feed";
import { $jackpotPart } from "../store/jackpot_part";
import type { JackpotLineProps, JackpotLineTexts } from "./for_players";
import { changeJackpotPart, isBlocked, useJackpotQuestion, useOptIn } from "./use_opt_in";

/** Placeholders for the winners, so that the layout is stable. */
const WAITING: readonly undefined[] = Array(WINNERS).fill(undefined);

/** Renders the jackpot. All users see the amount and the winners; excluded players get no opt-in (row 3-32). */
export function JackpotLine({ texts, blocked }: JackpotLineProps) {
  const player = useStore($session, undefined);
  const { data: jackpot, error } = useStore($lobbyJackpot, shownState($lobbyJackpot, NOTHING));
  const symbol = useStore($balance, NOTHING).data?.symbol ?? "$";

  return (
    <section className="jackpot" aria-label={texts.title}>
      <p className="jackpot__amount">
        <span>{texts.title}</span>
        {error && !jackpot ? (
          <Unknown texts={texts} />
        ) : (
          <strong>
            {jackpot ? (
              <AnimatedAmount key={symbol} cents={jackpot.cents} symbol={symbol} />
            ) : (
              <Skeleton shape="amount" />
            )}
          </strong>
        )}
      </p>
      <Winners texts={texts} symbol={symbol} />
      <div className="jackpot__part">
        {player ? (
          <Part key={player.pid} texts={texts} blocked={blocked} />
        ) : (
          <Button onClick={() => openPanel("login")}>{texts.take}</Button>
        )}
        <Tooltip label={texts.more}>{texts.about}</Tooltip>
      </div>
    </section>
  );
}

/** Renders a message in place of a value that failed to load, with a button that loads all values again. */
function Unknown({ texts }: { readonly texts: JackpotLineTexts }) {
  return (
    <span className="jackpot__unknown">
      <span>{texts.unknown}</span>
      <Button
        kind="quiet"
        aria-label={`${texts.retry}: ${texts.unknown}`}
        onClick={() => refresh($lobbyJackpot, $user, $jackpotPart)}
      >
        {texts.retry}
      </Button>
    </span>
  );
}

/** The opt-in: TAKE PART, or the state with an opt-out. It is invisible until it is known (row 3-32), but its space is reserved. */
function Part({ texts, blocked }: JackpotLineProps) {
  const { data: user, error: userError } = useStore($user, NOTHING);
  const { data: part, error } = useStore($jackpotPart, NOTHING);
  const ask = useJackpotQuestion();
  const [isBusy, change] = useOptIn({ store: $jackpotPart, ask, change: changeJackpotPart });

  if (user && isBlocked(user, blocked)) return null;
  if (!user || !part)
    return userError || error ? (
      <Unknown texts={texts} />
    ) : (
      <span className={`${buttonClass()} jackpot__waiting`} aria-hidden="true">
        {texts.take}
      </span>
    );

  if (!part.isIn)
    return (
      <Button busy={isBusy} onClick={() => void change(true)}>
        {texts.take}
      </Button>
    );

  return (
    <>
      <span className="jackpot__in">{texts.taking}</span>
      <Button kind="quiet" busy={isBusy} onClick={() => void change(false)}>
        {texts.leave}
      </Button>
    </>
  );
}

/** The last winners in one line. A message replaces them if there are none or they fail to load, so that the layout is stable. */
function Winners({ texts, symbol }: { readonly texts: JackpotLineTexts; readonly symbol: string }) {
  const { data, error } = useStore($winners, shownState($winners, NOTHING));
  const none = data?.length === 0 ? texts.no_winners : error && !data && texts.unknown;

  return (
    <div className="jackpot__winners">
      <p>{texts.winners}</p>
      {none ? (
        <p className="jackpot__none">{none}</p>
      ) : (
        <ul>
          {(data?.slice(0, WINNERS) ?? WAITING).map((winner, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same position has another winner then
            <li key={at}>{winner ? winnerText(winner, symbol) : <Skeleton shape="phrase" />}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Renders a winner like `winnerItem` of enhance_for_guests.ts. An unknown date is omitted. */
function winnerText({ name, cents, date }: Winner, symbol: string) {
  const day = winnerDay(date);
  return (
    <>
      <span>{name}</span> <strong className="money">{formatMoney(cents, symbol)}</strong>{" "}
      {day && <time dateTime={date}>{day}</time>}
    </>
  );
}
