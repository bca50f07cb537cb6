// Lazy component of a coupon's details for players; it loads when they are first opened.

import { Skeleton } from "../../ui/display/skeleton";
import { lazyComponent } from "../../ui/lazy_component";
import type { ContentsProps } from "./details";

/** Renders the details. After a failed load, closing and opening them retries. */
export const LateContents = lazyComponent<ContentsProps>(() => import("./contents").then(({ Contents }) => Contents), {
  placeholder: () => <Skeleton shape="block" />,
  isWanted: ({ isOpen }) => isOpen,
});
