// Decides from a request alone whether and how the service worker caches its response.

/** The site's settings for its worker. */
export interface Choices {
  /** Files that are served from the cache and revalidated in the background. Paths contain the site's base path. */
  readonly stale_while_revalidate: readonly string[];
}

/** Caching strategy: hashed assets forever, lists while a newer version loads, data and pages for when the network fails. */
export type Kind = "asset" | "data" | "list" | "page";

/** Matches headers that browsers add by themselves. */
const BROWSERS_OWN =
  /^(accept|accept-language|cache-control|dnt|pragma|priority|purpose|save-data|upgrade-insecure-requests|user-agent|sec-.+)$/;

/** Returns whether a response may be cached: the request is a GET without a query and without custom headers. */
export function isKeepable(url: URL, request: Pick<Request, "method" | "headers">): boolean {
  return (
    request.method === "GET" && !url.search && [...request.headers.keys()].every((name) => BROWSERS_OWN.test(name))
  );
}

/** Returns the kind of a request below `base`, which ends with a slash. `undefined` means that the network handles it. */
export function kindOf(
  { pathname }: URL,
  { mode }: Pick<Request, "mode">,
  base: string,
  choices: Choices,
): Kind | undefined {
  const below = (folder: string) => pathname.startsWith(base + folder);
  if (mode === "navigate") return "page";
  if (below("assets/") || below("page-data/sq/d/")) return "asset";
  if (below("page-data/") || below("slice-data/")) return "data";
  return choices.stale_while_revalidate.includes(pathname) ? "list" : undefined;
}

/** A condition of static routing of service workers, limited to the forms that are used here. */
type Condition = { readonly urlPattern: string } | { readonly requestMode: "navigate" };

/**
 * Returns the rule by which requests without a kind bypass the worker, such as images and the operator's API. Otherwise they would
 * wait for the worker to start and pass through it.
 */
export function pastWorker(base: string, choices: Choices) {
  const kept = ["assets/*", "page-data/*", "slice-data/*"].map((files) => base + files);
  const or: readonly Condition[] = [
    { requestMode: "navigate" },
    ...[...kept, ...choices.stale_while_revalidate].map((urlPattern) => ({ urlPattern })),
  ];
  return { condition: { not: { or } }, source: "network" } as const;
}
