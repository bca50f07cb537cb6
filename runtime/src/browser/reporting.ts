// Sends reports of errors to where the site says; a site that names no adapter sends none (A3).

import type { Report } from "../core/report";

/** The `reporting` table of the page's configuration, as far as it is there. */
export interface Reporting {
  readonly adapter?: string;
  readonly url?: string;
}

/** What hands reports on under this configuration. */
export function sender({ adapter = "none", url = "" }: Reporting): (report: Report) => void {
  if (adapter !== "sandbox" || !url) return () => undefined;
  return (report) => {
    // A beacon outlives the page. Its text type needs no permission of another origin.
    navigator.sendBeacon(url, JSON.stringify(report));
  };
}
