// What of the lobby is shown, as it stands in the address: `?category=Slots&type=5%20Reels&search=gold`, so that Back and a shared link bring it back.

/** The page's own address. */
export const LOBBY = "/lobby/games/";

/** What is shown. Empty texts and `false` leave nothing out. */
export interface Filter {
  /** Title of a category. */
  readonly category: string;
  /** Name of one of its sub-categories. */
  readonly type: string;
  /** What is searched for. */
  readonly search: string;
  /** The player's favourites alone (A134). */
  readonly isFavourites: boolean;
}

/** The lobby as it opens. */
export const NO_FILTER: Filter = { category: "", type: "", search: "", isFavourites: false };

/** The filter in a query. */
export function filterOf(query: string): Filter {
  const given = new URLSearchParams(query);
  const text = (name: string) => given.get(name) ?? "";
  return {
    category: text("category"),
    type: text("type"),
    search: text("search"),
    isFavourites: text("favorites") === "yes",
  };
}

/** A filter as parameters of the query. */
export function parametersOf(filter: Partial<Filter>) {
  const { category, type, search, isFavourites } = { ...NO_FILTER, ...filter };
  return { category, type, search, favorites: isFavourites ? "yes" : "" };
}

/** The address of the lobby with a filter. */
export function addressOf(filter: Partial<Filter>): string {
  const given = Object.entries(parametersOf(filter)).filter(([, value]) => value !== "");
  return given.length > 0 ? `${LOBBY}?${new URLSearchParams(given)}` : LOBBY;
}

/** Whether the lobby's rows are shown: nothing is asked for. What is searched for must have a letter or a digit. */
export function isOpen({ category, search, isFavourites }: Filter): boolean {
  return !category && !isFavourites && !/[\p{L}\p{N}]/u.test(search);
}
