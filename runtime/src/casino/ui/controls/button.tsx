// Buttons: a filled kind for the main action of a view, a quiet kind for all others, and buttons that are an icon.

import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Icon, type IconName } from "../display/icon";

/** The appearance of a button. */
export interface ButtonStyle {
  readonly kind?: "filled" | "quiet" | undefined;
  readonly size?: "normal" | "big" | undefined;
  /** The button is as wide as its container. */
  readonly wide?: boolean | undefined;
}

/** Props of `Button`: those of an HTML button and some more. */
export interface ButtonProps extends ButtonStyle, Omit<ComponentProps<"button">, "className"> {
  /** The last click is in progress: the button keeps its focus, and further clicks do nothing (A74). */
  readonly busy?: boolean;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** Returns the classes of a button, for links that look like one. */
export function buttonClass({ kind = "filled", size = "normal", wide = false }: ButtonStyle = {}): string {
  return `button${kind === "filled" ? "" : ` button--${kind}`}${size === "big" ? " button--big" : ""}${wide ? " button--wide" : ""}`;
}

/** A button; its type is `button` by default. */
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

/** Props of `IconButton`: those of an HTML button and some more. */
export interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "children" | "aria-label"> {
  readonly icon: IconName;
  /** The accessible name. */
  readonly label: string;
  readonly busy?: boolean;
}

/** A button with an icon only, 44 px square. */
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

/** A busy button is not `disabled`, which would remove the focus. It cancels the click, and so the submission of its form. */
function unlessBusy(busy: boolean, onClick: ComponentProps<"button">["onClick"]) {
  return busy ? (event: MouseEvent) => event.preventDefault() : onClick;
}
