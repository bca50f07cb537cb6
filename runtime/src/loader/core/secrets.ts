// How the parameters of an address that are secrets are split from it, and carried to the next document; their names are the site's (A13).

/** A query, its secrets apart. */
export interface Split {
  /** The query without its secrets, otherwise as it was: empty, or with its question mark. */
  readonly kept: string;
  readonly hasSecrets: boolean;
  /** Values by name in lower case; of a name that comes twice the first counts. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Takes the secrets out of a query. `names` are the parameters that no address may keep, in lower case. */
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

/** Whether a query carries a secret. */
export function hasSecrets(search: string, names: readonly string[]): boolean {
  return parts(search).some((part) => secret(part, names));
}

function parts(search: string): string[] {
  return search.replace(/^\?/, "").split("&");
}

/** Name and value of a part of a query that is a secret. */
function secret(part: string, names: readonly string[]): readonly [string, string] | undefined {
  const [pair] = new URLSearchParams(part);
  const name = pair?.[0].toLowerCase() ?? "";
  return pair && names.includes(name) ? [name, pair[1]] : undefined;
}

/** What a tab's name begins with while it carries secrets from one document to the next. */
const CARRIES = "croupier ";

/** The name of a tab that carries secrets, and the name that it has of its own. */
export function carry(secrets: Split["secrets"], name: string): string {
  return CARRIES + JSON.stringify([secrets, name]);
}

/**
 * Reads the secrets that a tab's name carries, and the name that the tab has of its own. Another site can open this tab under any
 * name, so only strings under the names of the site's secrets are taken.
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
    // The name is not JSON: another site gave it.
  }
  return { name: own };
}
