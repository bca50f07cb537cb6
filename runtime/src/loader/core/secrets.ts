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
  const kept = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => {
      const [pair] = new URLSearchParams(part);
      const name = pair?.[0].toLowerCase() ?? "";
      if (!pair || !names.includes(name)) return true;
      secrets[name] ??= pair[1];
      return false;
    })
    .join("&");
  return { kept: kept && `?${kept}`, hasSecrets: Object.keys(secrets).length > 0, secrets };
}

/** What a tab's name begins with while it carries secrets from one document to the next. */
const CARRIES = "croupier ";

/** The name of a tab that carries secrets, and the name that it has of its own. */
export function carry(secrets: Split["secrets"], name: string): string {
  return CARRIES + JSON.stringify([secrets, name]);
}

/** The secrets that a tab's name carries, if it does, and the name that the tab has of its own. */
export function readCarried(own: string): { readonly carried?: Split["secrets"]; readonly name: string } {
  try {
    const [carried, name] = own.startsWith(CARRIES) ? JSON.parse(own.slice(CARRIES.length)) : [];
    if (carried instanceof Object && typeof name === "string") return { carried, name };
  } catch {
    // Somebody else called it so.
  }
  return { name: own };
}
