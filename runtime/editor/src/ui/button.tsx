// Buttons and links that look like buttons.

import { isPlainClick } from "@croupier/loader/browser";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
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

/** Returns the attributes of what a row of tabs controls. */
export const panelProps = (id: string, value: string) => ({
  role: "tabpanel",
  id,
  "aria-labelledby": `${id}-${value}`,
});

/** A row of tabs. The arrow keys choose the next one, Home and End the first and the last one. */
export function Tabs<Value extends string>({
  label,
  panel,
  choices,
  value,
  onChange,
  className = "",
}: {
  readonly label: string;
  /** The id of what the tabs control. */
  readonly panel: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = choices.findIndex((choice) => choice.value === value);
    const targets = new Map([
      ["ArrowRight", (index + 1) % choices.length],
      ["ArrowLeft", (index + choices.length - 1) % choices.length],
      ["Home", 0],
      ["End", choices.length - 1],
    ]);
    const target = targets.get(event.key);
    const next = target === undefined ? undefined : choices[target];
    if (target === undefined || !next) return;

    // Home and End would scroll.
    event.preventDefault();
    onChange(next.value);
    const tabs = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>("[role=tab]");
    tabs?.[target]?.focus();
  };

  return (
    <div className={`tabs ${className}`} role="tablist" aria-label={label}>
      {choices.map((choice) => (
        <button
          type="button"
          role="tab"
          id={`${panel}-${choice.value}`}
          aria-controls={panel}
          key={choice.value}
          aria-selected={choice.value === value}
          aria-label={choice.label}
          tabIndex={choice.value === value ? 0 : -1}
          title={choice.count === undefined ? undefined : `${choice.label}: ${choice.count}`}
          onClick={() => onChange(choice.value)}
          onKeyDown={onKeyDown}
        >
          {choice.icon && <Icon name={choice.icon} />}
          <span>{choice.label}</span>
        </button>
      ))}
    </div>
  );
}
