// Hook that reads a query parameter of the page's URL.

import { $location } from "../stores/location";
import { useStore } from "../ui/use_store";

/** Returns the value of the parameter; empty if the URL has none, and during hydration. */
export function useParameter(name: string): string {
  const location = useStore($location, undefined);
  return new URLSearchParams(location?.search).get(name) ?? "";
}
