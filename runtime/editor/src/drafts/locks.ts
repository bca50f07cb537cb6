// Each draft is edited in one tab only.

/** Lets other tabs take the draft. */
export type Release = () => void;

/** Takes a draft for this tab; `undefined` if another tab has it. Without locks in the browser, each tab takes what it opens. */
export function takeDraft(id: string): Promise<Release | undefined> {
  if (!navigator.locks) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(`croupier-draft:${id}`, { ifAvailable: true }, (lock) => {
      if (!lock) {
        resolve(undefined);
        return undefined;
      }
      // The tab holds the lock until this promise resolves.
      return new Promise<void>((release) => resolve(release));
    });
    held.catch(reject);
  });
}
