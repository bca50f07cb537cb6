// Splits secret query parameters from a URL and carries them to the next document. The site configures their names.

/** A query string and the secrets that were taken out of it. */
export interface Split {
  /** The query without its secrets, otherwise unchanged: empty, or with its question mark. */
  readonly cleaned: string;
  readonly hasSecrets: boolean;
  /** Values by name in lower case. If a name occurs twice, the first value counts. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Takes the secrets out of a query. `names` are the secret parameters, in lower case. */
export function splitSecrets(search: string, names: readonly string[]): Split {
  const secrets: Record<string, string> = {};
  const cleaned = splitParameters(search)
    .filter((parameter) => {
      const entry = readSecret(parameter, names);
      if (entry) secrets[entry[0]] ??= entry[1];
      return !entry;
    })
    .join("&");

  return { cleaned: cleaned && `?${cleaned}`, hasSecrets: Object.keys(secrets).length > 0, secrets };
}

/** Returns whether a query contains a secret. */
export function hasSecrets(search: string, names: readonly string[]): boolean {
  return splitParameters(search).some((parameter) => readSecret(parameter, names));
}

function splitParameters(search: string): string[] {
  return search.replace(/^\?/, "").split("&");
}

/** Returns name and value of one query parameter if it is a secret. */
function readSecret(parameter: string, names: readonly string[]): readonly [string, string] | undefined {
  const [entry] = new URLSearchParams(parameter);
  const name = entry?.[0].toLowerCase() ?? "";
  return entry && names.includes(name) ? [name, entry[1]] : undefined;
}

/** Prefix of `window.name` while it carries secrets from one document to the next. */
const PREFIX = "croupier ";

/** Returns a `window.name` that contains the secrets and the original name of the tab. */
export function writeCarried(secrets: Split["secrets"], name: string): string {
  return PREFIX + JSON.stringify([secrets, name]);
}

/**
 * Reads the secrets and the original name from a `window.name`. Another site can open this tab under any name, so only strings
 * under the names of the site's secrets are accepted.
 */
export function readCarried(
  windowName: string,
  names: readonly string[],
): { readonly carried?: Split["secrets"]; readonly name: string } {
  try {
    const [values, name] = windowName.startsWith(PREFIX) ? JSON.parse(windowName.slice(PREFIX.length)) : [];
    const pairs = Object.entries<unknown>(values ?? {}).filter(
      (entry): entry is [string, string] => names.includes(entry[0]) && typeof entry[1] === "string",
    );

    if (pairs.length > 0 && typeof name === "string") return { carried: Object.fromEntries(pairs), name };
  } catch {
    // The name is not JSON, so another site set it.
  }
  return { name: windowName };
}
