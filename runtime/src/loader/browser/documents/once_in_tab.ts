// Guard for actions that may run once in a tab.

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
