// A link that changes what the lobby shows: pressed plainly the page stays, opened otherwise it leads to the same view.

import type { ComponentProps, MouseEvent } from "react";
import { Link } from "../../ui/controls/link";
import { addressOf, type Filter } from "../model/filter";

/** What a link of the lobby is drawn from. */
interface ChoiceProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  /** What it leads to. */
  readonly to: Partial<Filter>;
  readonly onChoose: (filter: Partial<Filter>) => void;
}

/** The link. With a key held down it is the browser's, which opens a tab. */
export function Choice({ to, onChoose, ...rest }: ChoiceProps) {
  function pressed(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose(to);
  }
  return <Link {...rest} to={addressOf(to)} onClick={pressed} />;
}
