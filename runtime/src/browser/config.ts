// What the page was built with: `[client]` of site.toml and what the generator adds, read once from the document.

/** The configuration that every page carries. */
export interface Config {
  /** The path that the whole site lies under: empty, or `/docs`. */
  readonly prefix: string;
  /** Whether the site has a service worker. */
  readonly worker: boolean;
  /** Everything of `[client]`, for widgets. */
  readonly client: Readonly<Record<string, unknown>>;
}

/** Reads the configuration; a page without one gets a site at `/` without a worker. */
export function readConfig(): Config {
  const text = document.getElementById("croupier-config")?.textContent;
  const client = text ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { prefix: String(client.prefix ?? ""), worker: client.worker === true, client };
}
