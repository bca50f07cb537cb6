// Gives history entries ids, under which scroll position and focus are stored.

import { entryKey, entryState, replaceEntry } from "../../../signals";

/** Returns the id of the current entry, and creates one if it has none. `page` is the id of the page that a new entry belongs to. */
export function historyEntryId(page?: string): string {
  const state = entryState();
  if (state.croupier && state.page) return state.croupier;
  const croupier = state.croupier ?? entryKey();
  replaceEntry({ croupier, page: state.page ?? page ?? croupier });
  return croupier;
}
