// A query parameter of the page's URL.

import { $location } from "../stores/location";
import { useStore } from "../ui/use_store";

/** The value of the parameter; empty where the URL has none, and while the island hydrates. */
export function useParameter(name: string): string {
  const place = useStore($location, undefined);
  return new URLSearchParams(place?.search).get(name) ?? "";
}
