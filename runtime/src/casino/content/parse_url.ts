// Parses URLs that the API sent. `URL.canParse` and `URL.parse` are missing in Safari before 17 and 18.

/** Returns the URL; `undefined` if the text is no URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
