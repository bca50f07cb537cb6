// Reads the loader's configuration from the document. Other keys belong to the site's own code.

import { ID } from "../../signals";

/** The loader's section of the configuration that is in every page. */
export interface Config {
  /** Base path of the site: empty, or `/docs`. */
  readonly base: string;
  /** Name of the shell of this document; empty for the default shell. */
  readonly shell: string;
  /** Whether the site has a service worker. */
  readonly worker?: boolean;
  /** Whether any service is enabled, which means a table of the site whose `adapter` is not `none`. */
  readonly services: boolean;
  /** Names of query parameters that are removed from every URL, in lower case. */
  readonly secrets: readonly string[];
}

/** Reads the configuration. A base layout without it has a site without a worker; the base path is also at the script of the head. */
export function readConfig(): Config {
  const text = document.getElementById(ID.config)?.textContent || "{}";
  const values = JSON.parse(text) as Partial<Config>;
  const tables = Object.values<{ adapter?: unknown }>(values as Record<string, object>);
  const services = tables.some(({ adapter = "none" }) => adapter !== "none");
  const { base = "" } = document.querySelector<HTMLElement>("script[data-base]")?.dataset ?? {};
  return { base, shell: "", secrets: [], ...values, services };
}
