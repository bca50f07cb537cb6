// Modal dialogs.

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button, IconButton } from "./button";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly size?: "small" | "wide";
  /** Called when the user presses Enter in a field, or the button of the form. */
  readonly onSubmit?: () => void;
}

/** A modal dialog. Its first field gets the focus. It closes by Escape, and the focus returns to where it was. */
export function Dialog({ title, onClose, children, footer, size = "small", onSubmit }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Without this, the button that closes the dialog has the focus.
    dialog?.querySelector<HTMLElement>(".dialog-content :is(input, select, textarea)")?.focus();
    // Only `close` gives the focus back.
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={element}
      className={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSubmit?.();
        }}
      >
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        <div className="dialog-content">{children}</div>
        {footer && <footer>{footer}</footer>}
      </form>
    </dialog>
  );
}

/** The buttons of a dialog: the second one does what the dialog is for. */
export function DialogButtons({
  onClose,
  action,
  isDisabled = false,
  isDanger = false,
}: {
  readonly onClose: () => void;
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
}) {
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" look={isDanger ? "danger" : "primary"} disabled={isDisabled}>
        {action}
      </Button>
    </>
  );
}
