// How a toast looks; which toasts there are, and for how long, is the layers' matter.

import type { ReactNode } from "react";
import { IconButton } from "./button";
import { Icon, type IconName } from "./icon";
import "./toast.css";

/** What a toast tells: something, something good, something that went wrong. */
export type ToastKind = "plain" | "positive" | "danger";

const SIGN: Readonly<Record<ToastKind, IconName>> = { plain: "info", positive: "circle-check", danger: "circle-alert" };

/** One toast of the stack `.toasts`. */
export function Toast({
  kind = "plain",
  closeLabel,
  onClose,
  children,
}: {
  readonly kind?: ToastKind;
  /** The name of its close button. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={kind === "plain" ? "toast" : `toast toast--${kind}`}>
      <Icon name={SIGN[kind]} />
      <p className="toast__text">{children}</p>
      <IconButton icon="x" label={closeLabel} onClick={onClose} />
    </div>
  );
}
