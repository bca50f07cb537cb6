// Buttons and links that look like buttons.

import { isPlainClick } from "@croupier/loader/browser";
import type { ComponentProps, ReactNode } from "react";
import { navigate } from "../app/route";
import { Icon, type IconName } from "./icon";

interface ButtonProps extends ComponentProps<"button"> {
  readonly icon?: IconName;
  readonly look?: "primary" | "plain" | "quiet" | "danger";
}

/** A button with a text. */
export function Button({ icon, look = "plain", children, className = "", ...props }: ButtonProps) {
  return (
    <button type="button" className={`button ${look} ${className}`} {...withoutDisabled(props)}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

/** A button that shows an icon only. Its label is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  className = "",
  ...props
}: ComponentProps<"button"> & { readonly icon: IconName; readonly label: string }) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label}
      title={label}
      {...withoutDisabled(props)}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Returns the attributes of a button. One that is disabled can have the focus: otherwise it would lose it when it becomes disabled. */
function withoutDisabled({ disabled = false, ...props }: ComponentProps<"button">): ComponentProps<"button"> {
  // A click on it does not submit a form either.
  return disabled ? { ...props, "aria-disabled": true, onClick: (event) => event.preventDefault() } : props;
}

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly href: string;
  readonly children: ReactNode;
  readonly onFollow?: (() => void) | undefined;
  readonly focus?: { readonly pointer?: string; readonly offset?: number } | undefined;
}

/** A link to a screen of the editor. */
export function Link({ href, onFollow, focus, children, ...props }: LinkProps) {
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        navigate(href, focus ?? null);
        onFollow?.();
      }}
      {...props}
    >
      {children}
    </a>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName;
  readonly count?: number | undefined;
}

/** A row of tabs. The arrow keys choose the next one. */
export function Tabs<Value extends string>({
  label,
  choices,
  value,
  onChange,
  className = "",
}: {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}) {
  const move = (step: number, target: HTMLElement) => {
    const index = choices.findIndex((choice) => choice.value === value);
    const next = choices[(index + step + choices.length) % choices.length];
    if (next) onChange(next.value);
    const tabs = target.parentElement?.querySelectorAll<HTMLElement>("[role=tab]");
    tabs?.[(index + step + choices.length) % choices.length]?.focus();
  };
  return (
    <div className={`tabs ${className}`} role="tablist" aria-label={label}>
      {choices.map((choice) => (
        <button
          type="button"
          role="tab"
          key={choice.value}
          aria-selected={choice.value === value}
          aria-label={choice.label}
          tabIndex={choice.value === value ? 0 : -1}
          title={choice.count === undefined ? undefined : `${choice.label}: ${choice.count}`}
          onClick={() => onChange(choice.value)}
          onKeyDown={(event) => {
            if (event.key === "ArrowRight") move(1, event.currentTarget);
            if (event.key === "ArrowLeft") move(-1, event.currentTarget);
          }}
        >
          {choice.icon && <Icon name={choice.icon} />}
          <span>{choice.label}</span>
        </button>
      ))}
    </div>
  );
}
