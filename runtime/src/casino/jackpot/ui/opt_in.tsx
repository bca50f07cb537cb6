// One opt-in: a switch that shows the server state, and a tooltip.

import { Switch } from "../../ui/controls/switch";
import { Tooltip } from "../../ui/tooltip/tooltip";
import type { OptInTexts } from "../model/messages";
import { type OptInOptions, useOptIn } from "./use_opt_in";

/** The props of an opt-in. */
export interface OptInProps<T> extends OptInOptions<T> {
  readonly texts: OptInTexts;
  /** `undefined` while it is not known. */
  readonly on: boolean | undefined;
}

/** Renders the opt-in. The switch changes only after the server confirms. */
export function OptIn<T>({ texts, on, ...optIn }: OptInProps<T>) {
  const [isBusy, changed] = useOptIn(optIn);
  return (
    <div className="opt-in">
      <Switch label={texts.label} on={on} pending={isBusy} onChange={(to) => void changed(to)} />
      <Tooltip label={texts.more}>{texts.about}</Tooltip>
    </div>
  );
}
