// One card for each live dealer lobby, and the messages for lobbies that fail to open (rows 2.14-08, 7.4-07, 7.4-08, A53, A116,
// A129).

import type { Data } from "croupier:types";
import { useStore } from "@croupier/loader/use-store";
import { type ReactNode, useState } from "react";
import sprite from "../design/tables.svg";
import { NOTHING, refresh } from "../stores/server_data";
import { Button } from "../ui/controls/button";
import { Skeleton } from "../ui/display/content";
import { useFailure } from "../ui/use_failure";
import { $liveLobbies, type EnterResult, enterTable, type LiveLobby } from "./lobbies";

/** Renders the cards. If no lobby is open or the list fails to load, renders a message with a retry button. */
export function Tables(props: LiveDealerProps) {
  const { texts } = props;
  const { data, error, loading } = useStore($liveLobbies, NOTHING);

  if (!data && !error)
    return (
      <ul className="tables">
        {texts.kinds.map(({ word }) => (
          <li className="tables__waiting" key={word}>
            <Skeleton shape="block" />
          </li>
        ))}
      </ul>
    );

  if (!data || data.length === 0)
    return (
      <p className="tables__none" role="status">
        {data ? texts.none : texts.unknown}{" "}
        <Button kind="quiet" busy={loading === true} onClick={() => refresh($liveLobbies)}>
          {texts.retry}
        </Button>
      </p>
    );

  return (
    <ul className="tables">
      {data.map((lobby) => (
        <li key={lobby.id}>
          <Table lobby={lobby} {...props} />
        </li>
      ))}
    </ul>
  );
}

/** A card for a lobby. A click opens the lobby in a new tab. */
function Table({ lobby, texts }: LiveDealerProps & { readonly lobby: LiveLobby }) {
  const { explain } = useFailure();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ readonly text: ReactNode; readonly open?: () => boolean }>();
  const { text, picture } = texts.kinds.find(({ word }) => lobby.name.toLowerCase().includes(word)) ?? texts.other;

  async function showResult(result: EnterResult) {
    if (result.kind === "opened") return setMessage(undefined);
    if (result.kind === "blocked") return setMessage({ text: texts.blocked, open: result.open });
    if (result.kind === "elsewhere") return setMessage({ text: texts.elsewhere });
    setMessage({ text: await explain(result.failure) });
  }

  async function onClick() {
    setBusy(true);
    try {
      await showResult(await enterTable(lobby.id, texts.opening));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="table">
      <button
        type="button"
        className="table__way"
        aria-busy={isBusy || undefined}
        onClick={() => {
          if (!isBusy) void onClick();
        }}
      >
        <svg className="table__picture" viewBox="0 0 320 200" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
          <use href={`${sprite}#${picture}`} />
        </svg>
        <span className="table__name">{lobby.name}</span>
        <span className="table__text">{text}</span>
        <span className="table__go">{texts.enter}</span>
      </button>
      <div className="table__said" role="alert">
        {message?.text && <p className="form__error">{message.text}</p>}
        {message?.open && (
          <Button
            wide
            onClick={() => {
              if (message.open?.()) setMessage(undefined);
            }}
          >
            {texts.open}
          </Button>
        )}
      </div>
    </div>
  );
}

/** All messages of the tables. */
type TablesTexts = Data["live_dealer"]["tables"];

/** The props of the island. */
export interface LiveDealerProps {
  readonly texts: TablesTexts;
}
