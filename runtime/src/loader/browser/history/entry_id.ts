// Names the entries of the tab's history, so that what is remembered of one is found again.

import { entryKey, entryState, replaceEntry } from "../../../signals";

/** The name of the entry that is shown; one without a name gets one. `page` is the drawn page that an entry without one belongs to. */
export function historyEntryId(page?: string): string {
  const state = entryState();
  if (state.croupier && state.page) return state.croupier;
  const croupier = state.croupier ?? entryKey();
  replaceEntry({ croupier, page: state.page ?? page ?? croupier });
  return croupier;
}
