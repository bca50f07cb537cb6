// Which parameters of an address are secrets, and how they are parted from it (A13).

/** Parameters that no address may keep: of a password reset, an affiliate, a quick link, and a form that was sent without script. */
const SECRET = /^(pid|token|hash|password)$/i;

/** A query, its secrets apart. */
export interface Parted {
  /** The query without its secrets, otherwise as it was: empty, or with its question mark. */
  readonly kept: string;
  readonly hasSecrets: boolean;
  /** Values by name in lower case; of a name that comes twice the first counts. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Takes the secrets out of a query. */
export function parted(search: string): Parted {
  const secrets: Record<string, string> = {};
  const kept = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => {
      const [pair] = new URLSearchParams(part);
      if (!pair || !SECRET.test(pair[0])) return true;
      secrets[pair[0].toLowerCase()] ??= pair[1];
      return false;
    })
    .join("&");
  return { kept: kept && `?${kept}`, hasSecrets: Object.keys(secrets).length > 0, secrets };
}
