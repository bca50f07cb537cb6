// Once-per-tab guard for actions that must not repeat, such as recovery by a document load.

/** Returns true the first time for a key. Returns false if the browser cannot store the key: the action could repeat for ever. */
export function onceInTab(key: string): boolean {
  try {
    const name = `croupier ${key}`;
    if (sessionStorage.getItem(name)) return false;
    sessionStorage.setItem(name, "1");
    return true;
  } catch {
    return false;
  }
}
