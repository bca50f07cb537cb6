// Splits secret query parameters from a URL and carries them to the next document. The site configures their names (A13).

/** A query string and the secrets that were taken out of it. */
export interface Split {
  /** The query without its secrets, otherwise unchanged: empty, or with its question mark. */
  readonly kept: string;
  readonly hasSecrets: boolean;
  /** Values by name in lower case. If a name occurs twice, the first value counts. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Takes the secrets out of a query. `names` are the secret parameters, in lower case. */
export function splitSecrets(search: string, names: readonly string[]): Split {
  const secrets: Record<string, string> = {};
  const kept = parts(search)
    .filter((part) => {
      const found = secret(part, names);
      if (found) secrets[found[0]] ??= found[1];
      return !found;
    })
    .join("&");
  return { kept: kept && `?${kept}`, hasSecrets: Object.keys(secrets).length > 0, secrets };
}

/** Returns whether a query contains a secret. */
export function hasSecrets(search: string, names: readonly string[]): boolean {
  return parts(search).some((part) => secret(part, names));
}

function parts(search: string): string[] {
  return search.replace(/^\?/, "").split("&");
}

/** Returns name and value of one query parameter if it is a secret. */
function secret(part: string, names: readonly string[]): readonly [string, string] | undefined {
  const [pair] = new URLSearchParams(part);
  const name = pair?.[0].toLowerCase() ?? "";
  return pair && names.includes(name) ? [name, pair[1]] : undefined;
}

/** Prefix of `window.name` while it carries secrets from one document to the next. */
const CARRIES = "croupier ";

/** Returns a `window.name` that contains the secrets and the original name of the tab. */
export function carry(secrets: Split["secrets"], name: string): string {
  return CARRIES + JSON.stringify([secrets, name]);
}

/**
 * Reads the secrets and the original name from a `window.name`. Another site can open this tab under any name, so only strings
 * under the names of the site's secrets are accepted.
 */
export function readCarried(
  own: string,
  names: readonly string[],
): { readonly carried?: Split["secrets"]; readonly name: string } {
  try {
    const [given, name] = own.startsWith(CARRIES) ? JSON.parse(own.slice(CARRIES.length)) : [];
    const pairs = Object.entries<unknown>(given ?? {}).filter(
      (pair): pair is [string, string] => names.includes(pair[0]) && typeof pair[1] === "string",
    );
    if (pairs.length > 0 && typeof name === "string") return { carried: Object.fromEntries(pairs), name };
  } catch {
    // The name is not JSON, so another site set it.
  }
  return { name: own };
}
