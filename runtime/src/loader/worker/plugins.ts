// Workbox plugins that decide which responses the caches store: only the requested file, and never an error instead of a good copy.

import type { WorkboxPlugin } from "workbox-core";

/** Returns whether a response is a file. Some hosts serve an HTML page with status 200 for a missing file. */
export function isFile(response: Pick<Response, "status" | "headers">): boolean {
  return response.status === 200 && !response.headers.get("content-type")?.startsWith("text/html");
}

/** For files: an HTML page instead of the file is returned but not cached. */
export const onlyFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isFile(response) ? response : null),
};

/** For pages and data: while the server fails, the last copy is returned, or the server's response if there is no copy. */
export const onlySuccess: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
  async fetchDidSucceed({ response, state }) {
    if (response.status < 500) return response;
    if (state) state.answer = response;
    throw new Error(`the server answered ${response.status}`);
  },
  handlerDidError: async ({ state }) => state?.answer as Response | undefined,
};
