// A link that changes the lobby's filter. A plain click keeps the page; other clicks open the URL of the same view.

import type { ComponentProps, MouseEvent } from "react";
import { Link } from "../../ui/controls/link";
import { type Filter, filterUrl } from "../model/filter";

/** The props of the link. */
interface FilterLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  /** The filter that the link sets. */
  readonly to: Partial<Filter>;
  readonly onChoose: (filter: Partial<Filter>) => void;
}

/** Renders the link. Clicks with a modifier key are left to the browser, which opens a tab. */
export function FilterLink({ to, onChoose, ...rest }: FilterLinkProps) {
  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose(to);
  }
  return <Link {...rest} to={filterUrl(to)} onClick={onClick} />;
}
