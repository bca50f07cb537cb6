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
