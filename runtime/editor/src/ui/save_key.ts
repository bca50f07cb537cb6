// The key that saves: Ctrl-S, or Command-S on a Mac.

interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Returns whether a key saves, also with Caps Lock, and on keyboards whose letters are not Latin. */
export function isSaveKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean {
  const isLatin = /^[a-z]$/i.test(key);
  const isS = isLatin ? key.toLowerCase() === "s" : code === "KeyS";
  return isS && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
