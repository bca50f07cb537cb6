// The menu of small screens without its looks: what is in it for whom, and when it goes back to the first list.

/** Which list is shown. */
export type List = "pages" | "legal";

/** The menu shows its first list again so long after it was closed, in milliseconds (row 4.8-02). */
export const RETURN_MS = 500;

/** A link to a page. */
export interface MenuLink {
  readonly label: string;
  readonly path: string;
}

/** An item of the first list, as content/data/menus.toml has it: a link, what opens another list, or what opens a panel. */
export interface MenuItem {
  readonly label: string;
  readonly path?: string;
  readonly opens?: "legal";
  /** A panel of the modal container, which opens in place of the menu. */
  readonly panel?: string;
  /** What the player has, beside the label. */
  readonly shows?: "balance";
  /** Whom it is for; everybody where it is left out. */
  readonly for?: "guests" | "players";
}

/** What a guest or a player finds in the first list. */
export function itemsFor(items: readonly MenuItem[], isPlayer: boolean): readonly MenuItem[] {
  return items.filter((item) => item.for === undefined || item.for === (isPlayer ? "players" : "guests"));
}
