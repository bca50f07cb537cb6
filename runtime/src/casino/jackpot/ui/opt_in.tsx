// One opt-in: its switch, which shows what the server has, and what it means.

import { Switch } from "../../ui/controls/switch";
import { Tooltip } from "../../ui/tooltip/tooltip";
import type { OptInWords } from "../model/messages";
import { type Change, useOptIn } from "./use_opt_in";

/** What an opt-in is drawn from. */
export interface OptInProps<T> extends Change<T> {
  readonly words: OptInWords;
  /** `undefined` while it is not known. */
  readonly on: boolean | undefined;
}

/** Draws it. The switch moves when the server says so, and not before. */
export function OptIn<T>({ words, on, ...given }: OptInProps<T>) {
  const [isBusy, changed] = useOptIn(given);
  return (
    <div className="opt-in">
      <Switch label={words.label} on={on} pending={isBusy} onChange={(to) => void changed(to)} />
      <Tooltip label={words.more}>{words.about}</Tooltip>
    </div>
  );
}
