// A coupon's details for players: their code is loaded when they are first opened.

import { lazyComponent } from "../ui/lazy_component";
import { Skeleton } from "../ui/skeleton";
import type { ContentsProps } from "./details";

/** The details. After a failed load, closing and opening them loads again. */
export const LateContents = lazyComponent<ContentsProps>(() => import("./contents").then(({ Contents }) => Contents), {
  waiting: () => <Skeleton shape="block" />,
  isWanted: ({ isOpen }) => isOpen,
});
