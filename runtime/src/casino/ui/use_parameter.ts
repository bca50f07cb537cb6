// A parameter of the address, for widgets that do what a link asks for.

import { $location } from "../stores/location";
import { useStore } from "./use_store";

/** Its value; empty where the address has none, and while the island hydrates. */
export function useParameter(name: string): string {
  const place = useStore($location, undefined);
  return new URLSearchParams(place?.search).get(name) ?? "";
}
