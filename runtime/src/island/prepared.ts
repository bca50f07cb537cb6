// Islands whose first render needs a lazy chunk: the chunk loads before hydration and before the server renders the island.

import type { ComponentType } from "react";

/** A component with an optional `prepare` that loads the chunks of its first render. */
export type Prepared<Props> = ComponentType<Props> & { readonly prepare?: () => Promise<unknown> };

/** Returns a `hydrate` that waits for `prepare` first. */
export function prepared<Props, Given extends readonly unknown[], Result>(
  { prepare }: Prepared<Props>,
  hydrate: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    await prepare?.();
    return hydrate(...given);
  };
}
