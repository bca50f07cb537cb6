// The model of the mobile menu: its items for guests and players, and the delay of its reset.

/** The lists of the menu. */
export type List = "pages" | "legal";

/** Delay from the menu's close until it shows its first list again, in milliseconds (row 4.8-02). */
export const RETURN_MS = 500;

/** A link to a page. */
export interface MenuLink {
  readonly label: string;
  readonly path: string;
}

/** An item of the first list in content/data/menus.toml: a link, or a button that opens another list or a panel. */
export interface MenuItem {
  readonly label: string;
  readonly path?: string;
  readonly opens?: "legal";
  /** The panel of the modal dialog that replaces the menu. */
  readonly panel?: string;
  /** The player's data that is shown next to the label. */
  readonly shows?: "balance";
  /** The users who see the item. All users see it if this is omitted. */
  readonly for?: "guests" | "players";
}

/** Returns the items of the first list for a guest or a player. */
export function itemsFor(items: readonly MenuItem[], isPlayer: boolean): readonly MenuItem[] {
  return items.filter((item) => item.for === undefined || item.for === (isPlayer ? "players" : "guests"));
}
