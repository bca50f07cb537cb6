// Islands whose first drawing needs code that is a part of its own: it is there before the island wakes, and before the server draws it.

import type { ComponentType } from "react";

/** A component that may say what it needs first. */
export type Prepared<Props> = ComponentType<Props> & { readonly prepare?: () => Promise<unknown> };

/** The same `hydrate`, after what the island needs has come. */
export function prepared<Props, Given extends readonly unknown[], Result>(
  { prepare }: Prepared<Props>,
  hydrate: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    await prepare?.();
    return hydrate(...given);
  };
}
