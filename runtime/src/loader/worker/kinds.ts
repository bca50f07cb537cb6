// Which requests the service worker may keep an answer of, and how: decided from the request alone.

/** What the site chose for its worker. */
export interface Choices {
  /** Files that are shown from the cache and renewed behind it; addresses with the site's base path. */
  readonly stale_while_revalidate: readonly string[];
}

/** How an answer is kept: hashed assets for ever, lists while a newer one comes, data and pages for when the network fails. */
export type Kind = "asset" | "data" | "list" | "page";

/** Headers that browsers add by themselves. */
const BROWSERS_OWN =
  /^(accept|accept-language|cache-control|dnt|pragma|priority|purpose|save-data|upgrade-insecure-requests|user-agent|sec-.+)$/;

/** Whether an answer may be kept at all: nothing that was asked for with a query or with a header of somebody's making. */
export function isKeepable(url: URL, request: Pick<Request, "method" | "headers">): boolean {
  return (
    request.method === "GET" && !url.search && [...request.headers.keys()].every((name) => BROWSERS_OWN.test(name))
  );
}

/** The kind of a request below `base`, which ends with a slash; undefined for what is left to the network. */
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

/** A condition of the static routing of service workers, as far as it is used here. */
type Condition = { readonly urlPattern: string } | { readonly requestMode: "navigate" };

/**
 * The rule by which what is of no kind goes past the worker, pictures and the operator's API above all: it would wait for the worker to
 * start, and cost the page a turn more.
 */
export function pastWorker(base: string, choices: Choices) {
  const kept = ["assets/*", "page-data/*", "slice-data/*"].map((files) => base + files);
  const or: readonly Condition[] = [
    { requestMode: "navigate" },
    ...[...kept, ...choices.stale_while_revalidate].map((urlPattern) => ({ urlPattern })),
  ];
  return { condition: { not: { or } }, source: "network" } as const;
}
