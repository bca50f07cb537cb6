// Components whose code is loaded when they are first rendered.

import { type ComponentType, type ReactNode, useCallback, useEffect, useSyncExternalStore } from "react";

/** Options of a lazy component. `placeholder` is rendered until the code is loaded; nothing by default. */
export interface LazyOptions<Props> {
  readonly placeholder?: (props: Props) => ReactNode;
  /** Rendered after a failed load; `retry` loads again. The default is `placeholder`, and the next instance loads again. */
  readonly errorView?: (props: Props, retry: () => void) => ReactNode;
}

/** A component that loads its code. An island whose HTML already shows it sets `Island.prepare = Lazy.prepare`. */
export type LazyComponent<Props> = ComponentType<Props> & { readonly prepare: () => Promise<void> };

/** The code; `undefined` until it is loaded, `null` after a failure. */
type Code<Props> = ComponentType<Props> | undefined | null;

/**
 * Creates a component of the code that `load` imports. All instances share one load. Hydration uses the code only if `prepare` loaded
 * it before, as on the server: the first rendering equals the server's HTML. The chunk loader reports failures.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { placeholder, errorView }: LazyOptions<Props> = {},
): LazyComponent<Props> {
  let code: Code<Props>;
  let prepared: Code<Props>;
  let inFlight: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function setCode(next: Code<Props>) {
    code = next;
    for (const listener of listeners) listener();
  }

  function startLoading() {
    if (code || inFlight) return;
    if (code === null) setCode(undefined);

    inFlight = load()
      .then(setCode, () => setCode(null))
      .finally(() => {
        inFlight = undefined;
      });
  }

  function listen(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, at the top of a module
  function Lazy(props: Props) {
    const Loaded = useSyncExternalStore(
      listen,
      () => code,
      () => prepared,
    );
    const retry = useCallback(startLoading, []);
    useEffect(startLoading, []);

    if (Loaded) return <Loaded {...props} />;
    if (Loaded === null && errorView) return errorView(props, retry);
    return placeholder?.(props) ?? null;
  }

  return Object.assign(Lazy, {
    /** Loads the code for the first rendering. Rejects if it fails to load. */
    async prepare() {
      prepared = await load();
      setCode(prepared);
    },
  });
}
