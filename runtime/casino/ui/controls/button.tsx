// Buttons: a filled kind for the main action of a view, a quiet kind for all others, buttons that are an icon, and links with the
// site's base path.

import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { path } from "../../config/config";
import { Icon, type IconName } from "../display/content";

// React passes these attributes through, but its types do not contain them yet. They open dialogs before any script has run.
declare module "react" {
  interface ButtonHTMLAttributes<T> {
    /** The command for the element that `commandfor` names; custom commands start with two hyphens. */
    command?: "show-modal" | "close" | "request-close" | `--${string}` | undefined;
    /** The id of the element that receives the command. */
    commandfor?: string | undefined;
  }
}

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

/**
 * A link. The loader marks links to the current page before hydration, with an attribute that React does not know. `to` is a URL as content
 * writes it: a path of this site, with query and fragment, or an absolute URL.
 */
export function Link({ to, ...rest }: Omit<ComponentProps<"a">, "href"> & { readonly to: string }) {
  return <a {...rest} href={path(to)} suppressHydrationWarning />;
}
