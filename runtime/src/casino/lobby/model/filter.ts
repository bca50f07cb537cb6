// The lobby's filter in the query string, so that Back and shared links restore it: `?category=Slots&type=5%20Reels&search=gold`.

import { LOBBY } from "../../config/config";

/** A filter of the lobby. Empty strings and `false` do not filter. */
export interface Filter {
  /** The title of a category. */
  readonly category: string;
  /** The name of one of its sub-categories. */
  readonly type: string;
  /** The search text. */
  readonly search: string;
  /** Shows only the player's favourites (A134). */
  readonly isFavourites: boolean;
}

/** The default filter. */
export const NO_FILTER: Filter = { category: "", type: "", search: "", isFavourites: false };

/** Parses the filter of a query string. */
export function filterOf(query: string): Filter {
  const parameters = new URLSearchParams(query);
  const text = (name: string) => parameters.get(name) ?? "";
  return {
    category: text("category"),
    type: text("type"),
    search: text("search"),
    isFavourites: text("favorites") === "yes",
  };
}

/** Returns the query parameters of a filter. */
export function parametersOf(filter: Partial<Filter>) {
  const { category, type, search, isFavourites } = { ...NO_FILTER, ...filter };
  return { category, type, search, favorites: isFavourites ? "yes" : "" };
}

/** Returns the URL of the lobby with a filter. */
export function filterUrl(filter: Partial<Filter>): string {
  const entries = Object.entries(parametersOf(filter)).filter(([, value]) => value !== "");
  return entries.length > 0 ? `${LOBBY}?${new URLSearchParams(entries)}` : LOBBY;
}

/** Returns whether the filter is empty, so that the rows are shown. A search text needs a letter or a digit. */
export function isOpen({ category, search, isFavourites }: Filter): boolean {
  return !category && !isFavourites && !/[\p{L}\p{N}]/u.test(search);
}
