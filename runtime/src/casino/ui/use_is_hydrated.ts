// Tells a component that is rendered in the browser from one whose HTML came from the generator.

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns false on the server and while the island hydrates, then true. A component that mounts later gets true at once. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
