// The menu of small screens (rows 2.4). It is a native popover, so that it opens before any script has run.

import { type ToggleEvent, useEffect, useRef, useState } from "react";
import { logOut } from "../../api/account";
import { useStore } from "../../react/use_store";
import { balance, money } from "../../stores/balance";
import { readSession, session } from "../../stores/session";
import { type List, type MenuLink, RETURN_AFTER } from "./model";

/** The menu and its submenu of legal pages. */
export function Island({ legal }: { readonly legal: readonly MenuLink[] }) {
  const player = useStore(session, undefined);
  const amount = useStore(balance, undefined);
  const [list, setList] = useState<List>("main");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    readSession();
  }, []);

  function toggled(event: ToggleEvent<HTMLDivElement>) {
    clearTimeout(timer.current);
    if (event.newState === "closed") timer.current = setTimeout(() => setList("main"), RETURN_AFTER);
  }

  return (
    <div id="mobile-menu" className="mobile-menu" popover="auto" onToggle={toggled}>
      <div className="mobile-menu__top">
        <p className="mobile-menu__title">{player ? `Hello, ${player.firstName || player.login}` : "Menu"}</p>
        <button
          type="button"
          className="mobile-menu__close"
          popoverTarget="mobile-menu"
          popoverTargetAction="hide"
          aria-label="Close the menu"
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
      {list === "main" ? (
        <ul className="mobile-menu__list" key="main">
          {!player && (
            <li>
              <a href="/">HOME</a>
            </li>
          )}
          <li>
            <a href="/lobby/games/">GAMES</a>
          </li>
          <li>
            <a href="/lobby/promotions/">COUPONS</a>
          </li>
          {player && (
            <li>
              <a href="/cashier/">Cashier{amount && <span className="mobile-menu__balance">{money(amount)}</span>}</a>
            </li>
          )}
          {player && (
            <li>
              <a href="/lobby/account/">Manage Account</a>
            </li>
          )}
          <li>
            <button type="button" onClick={() => setList("legal")} aria-expanded="false">
              MORE INFO
            </button>
          </li>
          <li>
            <a href="/info/responsiblegaming/">RESPONSIBLE GAMING</a>
          </li>
          <li>
            <a href="/info/contactus/">CONTACT SUPPORT</a>
          </li>
        </ul>
      ) : (
        <ul className="mobile-menu__list" key="legal">
          <li>
            <button type="button" onClick={() => setList("main")}>
              Back
            </button>
          </li>
          {legal.map(({ label, path }) => (
            <li key={path}>
              <a href={path}>{label}</a>
            </li>
          ))}
        </ul>
      )}
      <div className="mobile-menu__actions">
        {player ? (
          <button type="button" key="out" className="button button--quiet" onClick={() => void logOut()}>
            LOG OUT
          </button>
        ) : (
          <>
            <a className="button" href="/welcomeoffer/">
              SIGN UP
            </a>
            <button
              type="button"
              key="in"
              className="button button--quiet"
              {...{ command: "show-modal", commandfor: "modal" }}
            >
              LOGIN
            </button>
          </>
        )}
      </div>
    </div>
  );
}
