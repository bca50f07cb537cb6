// Names the entries of the tab's history, so that what is remembered of one is found again.

/** The name of the entry that is shown; an entry without one gets one. */
export function entryName(): string {
  const state = history.state as { croupier?: string } | null;
  if (state?.croupier) return state.croupier;
  const made = crypto.randomUUID();
  history.replaceState({ croupier: made }, "");
  return made;
}
