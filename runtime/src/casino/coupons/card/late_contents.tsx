// A coupon's details for players: their code is loaded when they are first opened.

import { Skeleton } from "../../ui/display/skeleton";
import { lazyComponent } from "../../ui/lazy_component";
import type { ContentsProps } from "./details";

/** The details. After a failed load, closing and opening them loads again. */
export const LateContents = lazyComponent<ContentsProps>(() => import("./contents").then(({ Contents }) => Contents), {
  waiting: () => <Skeleton shape="block" />,
  isWanted: ({ isOpen }) => isOpen,
});
