// The menu of small screens (rows 2.4). It is a native dialog, which opens without scripts, keeps the focus and blocks the page.

import type { IslandProps } from "croupier:types";
import { ID, listen } from "@croupier/loader";
import { useStore } from "@croupier/loader/use-store";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { fill } from "../../content/format";
import { OptInsForPlayers } from "../../jackpot/ui/for_players";
import { $balance, logOut } from "../../player/player";
import { $session } from "../../session/session";
import { NOTHING } from "../../stores/server_data";
import { Button, IconButton, Link } from "../../ui/controls/button";
import { Icon, Money } from "../../ui/display/content";

/** The props of the menu, from content/data/menus.toml. */
type MobileMenuProps = IslandProps<"mobile_menu">;

/** The id by which the button in the base layout opens the menu. */
const MENU_ID = "croupier-mobile-menu";

/** Attributes of a button that opens the panel named by its value. */
const OPENS = { command: "--open", commandfor: ID.modal } as const;

/** Renders the menu and its submenu of legal pages. */
export function Island({ pages, legal, texts }: MobileMenuProps) {
  const player = useStore($session, undefined);
  const dialog = useRef<HTMLDialogElement>(null);
  const { list, show, switcher } = useMenu(dialog);

  // The browser may open the menu before hydration, which sets the attribute `open`.
  return (
    <dialog
      id={MENU_ID}
      className="mobile-menu"
      ref={dialog}
      closedby="any"
      aria-label={texts.menu}
      suppressHydrationWarning
    >
      <div className="mobile-menu__box">
        <div className="mobile-menu__top">
          <p className="mobile-menu__title">
            {player ? fill(texts.greeting, { name: player.firstName || player.login }) : texts.menu}
          </p>
          <IconButton icon="x" label={texts.close_menu} command="close" commandfor={MENU_ID} />
        </div>
        <nav aria-label={texts.pages}>
          {list === "pages" ? (
            <Pages key="pages" {...{ pages, texts, switcher, show }} isPlayer={player !== undefined} />
          ) : (
            <Legal key="legal" {...{ legal, texts, switcher, show }} />
          )}
        </nav>
        {player && <OptInsForPlayers />}
        <div className="mobile-menu__actions">
          {player ? (
            <LogOut label={texts.log_out} />
          ) : (
            <>
              <Button {...OPENS} value="signup">
                {texts.sign_up}
              </Button>
              <Button
                kind="quiet"
                command="show-modal"
                commandfor={ID.modal}
                data-view="login"
                onClick={() => dialog.current?.close()}
              >
                {texts.log_in}
              </Button>
            </>
          )}
        </div>
      </div>
    </dialog>
  );
}

/** What both lists of the menu get. */
interface ListProps {
  readonly texts: MobileMenuProps["texts"];
  /** The button that switches to the other list. */
  readonly switcher: React.RefObject<HTMLButtonElement | null>;
  readonly show: (list: List) => void;
}

interface PagesProps extends ListProps {
  readonly pages: readonly MenuItem[];
  readonly isPlayer: boolean;
}

/** Renders the first list. */
function Pages({ pages, texts, switcher, show, isPlayer }: PagesProps) {
  return (
    <ul className="mobile-menu__list">
      {itemsFor(pages, isPlayer).map(({ label, path, panel, shows, opens }) => (
        <li key={label}>
          {path ? (
            <Link to={path}>{label}</Link>
          ) : (
            <button
              type="button"
              {...(opens ? { ref: switcher, onClick: () => show(opens) } : { ...OPENS, value: panel })}
            >
              {label}
              {opens && <Icon name="chevron-right" />}
              {shows && <Balance label={texts.balance} />}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Renders the list of legal pages. */
function Legal({ legal, texts, switcher, show }: ListProps & Pick<MobileMenuProps, "legal">) {
  return (
    <ul className="mobile-menu__list">
      <li>
        <button type="button" ref={switcher} className="mobile-menu__back" onClick={() => show("pages")}>
          <Icon name="arrow-left" />
          {texts.back}
        </button>
      </li>
      {legal.map(({ label, path }) => (
        <li key={path}>
          <Link to={path}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}

/** Renders the player's balance in an item. */
function Balance({ label }: { readonly label: string }) {
  const { data, error } = useStore($balance, NOTHING);
  if (!data && error) return null;
  return (
    <span className="mobile-menu__balance">
      <span className="visually-hidden"> {label} </span>
      <Money cents={data?.cents} symbol={data?.symbol ?? ""} />
    </span>
  );
}

function LogOut({ label }: { readonly label: string }) {
  const [isLoggingOut, setLoggingOut] = useState(false);

  function onClick() {
    setLoggingOut(true);
    void logOut();
  }

  return (
    <Button kind="quiet" busy={isLoggingOut} onClick={onClick}>
      {label}
    </Button>
  );
}

/**
 * Returns the current list, a function that changes it, and the ref of the button that switches back. That button gets the
 * focus after a change (B19). The first list returns `RETURN_MS` after the menu closes.
 */
function useMenu(dialog: React.RefObject<HTMLDialogElement | null>) {
  const [list, setList] = useState<List>("pages");
  const switcher = useRef<HTMLButtonElement>(null);
  const isPending = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the list
  useLayoutEffect(() => {
    if (isPending.current) switcher.current?.focus();
    isPending.current = false;
  }, [list]);

  useEffect(() => {
    const menu = dialog.current;
    let timer: ReturnType<typeof setTimeout>;
    const close = () => menu?.close();

    const onClose = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!menu?.open) setList("pages");
      }, RETURN_MS);
    };

    // Closes the menu on a click outside its box in browsers without `closedby`.
    const onClick = (event: MouseEvent) => {
      if (event.target === menu) close();
    };

    // A panel replaces the menu, so that closing the panel shows the page. A panel may open before the menu hydrates.
    if (document.querySelector(`#${ID.modal}[open]`)) close();
    const removeListener = listen("croupier:open", close);
    menu?.addEventListener("close", onClose);
    menu?.addEventListener("click", onClick);

    return () => {
      clearTimeout(timer);
      removeListener();
      menu?.removeEventListener("close", onClose);
      menu?.removeEventListener("click", onClick);
    };
  }, [dialog]);

  const show = (next: List) => {
    isPending.current = true;
    setList(next);
  };
  return { list, show, switcher };
}

/** The lists of the menu. */
export type List = "pages" | "legal";

/** Delay from the menu's close until it shows its first list again, in milliseconds (row 4.8-02). */
export const RETURN_MS = 500;

/** An item of the first list: a link, or a button that opens another list or a panel. All users see it if `for` is omitted. */
export type MenuItem = MobileMenuProps["pages"][number];

/** Returns the items of the first list for a guest or a player. */
export function itemsFor(items: readonly MenuItem[], isPlayer: boolean): readonly MenuItem[] {
  return items.filter((item) => item.for === undefined || item.for === (isPlayer ? "players" : "guests"));
}
