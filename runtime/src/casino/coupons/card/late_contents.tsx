// Lazy component of a coupon's details for players; it loads when they are first opened.

import { Skeleton } from "../../ui/display/skeleton";
import { lazyComponent } from "../../ui/lazy_component";
import type { ContentsProps } from "./details";

const Contents = lazyComponent<ContentsProps>(() => import("./contents").then(({ Contents }) => Contents), {
  placeholder: () => <Skeleton shape="block" />,
});

/** Renders the details while they are open. After a failed load, closing and opening them retries. */
export function LateContents(props: ContentsProps) {
  return props.isOpen && <Contents {...props} />;
}
