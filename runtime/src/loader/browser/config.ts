// What the loader must know of the site, read once from the document; what else stands there is the site's own.

import { ID } from "../../signals";

/** The loader's part of the configuration that every page carries. */
export interface Config {
  /** The path that the whole site lies under: empty, or `/docs`. */
  readonly base: string;
  /** Name of the shell that this document has; empty for the usual one. */
  readonly shell: string;
  /** Whether the site has a service worker. */
  readonly worker?: boolean;
  /** Whether a service is switched on: any table of the site whose `adapter` is not `none`. */
  readonly services: boolean;
  /** Parameters that no address may keep, in lower case. */
  readonly secrets: readonly string[];
}

/** Reads the configuration; a page without one gets a site at `/` without a worker. */
export function readConfig(): Config {
  const text = document.getElementById(ID.config)?.textContent || "{}";
  const given = JSON.parse(text) as Partial<Config>;
  const tables = Object.values<{ adapter?: unknown }>(given as Record<string, object>);
  const services = tables.some(({ adapter = "none" }) => adapter !== "none");
  return { base: "", shell: "", secrets: [], ...given, services };
}
