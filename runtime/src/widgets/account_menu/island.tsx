// The right end of the navigation bar: LOGIN and SIGN UP for guests; balance, greeting and account for players (rows 2.3-05 to 2.3-11).

import { useEffect } from "react";
import { logOut, refreshPlayer } from "../../api/account";
import { useStore } from "../../react/use_store";
import { balance, money } from "../../stores/balance";
import { readSession, session } from "../../stores/session";

/** The account end of the navigation bar. */
export function Island() {
  const player = useStore(session, undefined);
  const amount = useStore(balance, undefined);
  useEffect(() => {
    if (readSession()) void refreshPlayer();
    const look = () => {
      if (!document.hidden) readSession();
    };
    // Another tab may have signed in or out.
    addEventListener("storage", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("storage", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  if (!player) {
    return (
      <div className="account-menu account-menu--guest" key="guest">
        <button type="button" className="button button--quiet" {...{ command: "show-modal", commandfor: "modal" }}>
          LOGIN
        </button>
        <a className="button" href="/welcomeoffer/">
          SIGN UP
        </a>
      </div>
    );
  }
  return (
    <div className="account-menu account-menu--player" key="player">
      <span className="account-menu__greeting">{`Hello, ${player.firstName || player.login}`}</span>
      {amount && (
        <span className="account-menu__balance" title="Your balance">
          {money(amount)}
        </span>
      )}
      <a className="button" href="/cashier/">
        Cashier
      </a>
      <a className="account-menu__link" href="/lobby/account/">
        Manage Account
      </a>
      <button type="button" className="account-menu__link" onClick={() => void logOut()}>
        LOG OUT
      </button>
    </div>
  );
}
