// What the service worker's caches take in: answers that are what was asked for, and no error in place of a good copy.

import type { WorkboxPlugin } from "workbox-core";

/** Whether an answer is a file and not a page that stands in for it: some hosts answer 200 and HTML for what is missing. */
export function isFile(response: Pick<Response, "status" | "headers">): boolean {
  return response.status === 200 && !response.headers.get("content-type")?.startsWith("text/html");
}

/** For files: a page in their place is handed on and not kept. */
export const onlyFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isFile(response) ? response : null),
};

/** For pages and data: while the server fails, the last copy is shown, or, without one, what the server says. */
export const onlyGood: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
  async fetchDidSucceed({ response, state }) {
    if (response.status < 500) return response;
    if (state) state.answer = response;
    throw new Error(`the server answered ${response.status}`);
  },
  handlerDidError: async ({ state }) => state?.answer as Response | undefined,
};
