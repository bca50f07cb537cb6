// Islands whose first render needs a lazy chunk: the chunk loads before hydration and before the server renders the island.

import type { ComponentType } from "react";

/** A component with an optional `prepare` that loads the chunks of its first render. */
export type Prepared<Props> = ComponentType<Props> & { readonly prepare?: () => Promise<unknown> };

/** Returns a `hydrate` that waits for `prepare` first. */
export function prepared<Props, Args extends readonly unknown[], Result>(
  { prepare }: Prepared<Props>,
  hydrate: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    await prepare?.();
    return hydrate(...args);
  };
}
