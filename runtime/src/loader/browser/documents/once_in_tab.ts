// A memory for things that may happen once in a tab.

/**
 * Remembers `key` until the tab is closed; true when it was not yet remembered. Where nothing can be remembered it is false: what
 * must not loop does not begin.
 */
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
