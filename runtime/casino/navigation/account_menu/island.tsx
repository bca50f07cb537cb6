// The account menu of the navigation bar (rows 2.3-05 to 2.3-11).
// Guests see LOGIN and SIGN UP; players see balance, greeting and account.

import type { IslandProps } from "croupier:types";
import { ID } from "@croupier/loader";
import { useStore } from "@croupier/loader/use-store";
import { useState } from "react";
import { fill } from "../../content/format";
import { $balance, $user, logOut } from "../../player/player";
import { $session } from "../../session/session";
import { NOTHING } from "../../stores/server_data";
import { Button, Link } from "../../ui/controls/button";
import { Money } from "../../ui/display/content";

/** The texts of the menu, from content/data/menus.toml. */
type AccountMenuProps = IslandProps<"account_menu">;

/** Renders the account menu. */
export function Island(texts: AccountMenuProps) {
  const player = useStore($session, undefined);
  const balance = useStore($balance, NOTHING);
  const [isLoggingOut, setLoggingOut] = useState(false);
  // Loading `$user` also adds the player's name to the session.
  useStore($user, NOTHING);

  if (!player) {
    return (
      <div className="account-menu account-menu--guest" key="guest">
        <Button kind="quiet" command="show-modal" commandfor={ID.modal} data-view="login">
          {texts.log_in}
        </Button>
        <Button command="--open" commandfor={ID.modal} value="signup">
          {texts.sign_up}
        </Button>
      </div>
    );
  }

  return (
    <div className="account-menu account-menu--player" key="player">
      <span className="account-menu__greeting">{fill(texts.greeting, { name: player.firstName || player.login })}</span>
      {(balance.data || !balance.error) && (
        <span className="account-menu__balance" title={texts.balance}>
          <Money cents={balance.data?.cents} symbol={balance.data?.symbol ?? ""} />
        </span>
      )}
      <Button command="--open" commandfor={ID.modal} value="cashier">
        {texts.cashier}
      </Button>
      <Link className="account-menu__link" to={texts.manage.path}>
        {texts.manage.label}
      </Link>
      <button
        type="button"
        className="account-menu__link"
        aria-busy={isLoggingOut || undefined}
        aria-disabled={isLoggingOut || undefined}
        onClick={() => {
          if (isLoggingOut) return;
          setLoggingOut(true);
          void logOut();
        }}
      >
        {texts.log_out}
      </button>
    </div>
  );
}
