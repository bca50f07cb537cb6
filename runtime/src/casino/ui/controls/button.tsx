// Buttons: a filled kind for the main action of a view, a quiet kind for all others.

import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Icon, type IconName } from "../display/icon";

/** How a button looks. */
export interface ButtonLook {
  readonly kind?: "filled" | "quiet" | undefined;
  readonly size?: "normal" | "big" | undefined;
  /** As wide as what it stands in. */
  readonly wide?: boolean | undefined;
}

/** What a button may be besides an HTML button. */
export interface ButtonProps extends ButtonLook, Omit<ComponentProps<"button">, "className"> {
  /** It works on the last press: it keeps its place and its focus, and further presses do nothing (A74). */
  readonly busy?: boolean;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ kind = "filled", size = "normal", wide = false }: ButtonLook = {}): string {
  return `button${kind === "filled" ? "" : ` button--${kind}`}${size === "big" ? " button--big" : ""}${wide ? " button--wide" : ""}`;
}

/** A button; of type `button` unless it says otherwise. */
export function Button({ kind, size, wide, busy = false, icon, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, size, wide })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={unlessBusy(busy, onClick)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** What an icon button may be besides an HTML button. */
export interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "children" | "aria-label"> {
  readonly icon: IconName;
  /** Its name for those who do not see the icon. */
  readonly label: string;
  readonly busy?: boolean;
}

/** A button that is an icon alone, 44 px square. */
export function IconButton({ icon, label, busy = false, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="button button--icon"
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={unlessBusy(busy, onClick)}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A busy button is not `disabled`, which would throw focus away: it swallows the press, and with it the submission of its form. */
function unlessBusy(busy: boolean, onClick: ComponentProps<"button">["onClick"]) {
  return busy ? (event: MouseEvent) => event.preventDefault() : onClick;
}
