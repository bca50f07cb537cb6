// Confirmation dialogs: a question on top of the page and its open dialogs, with the player's decision as a promise (2.14, A22).

import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { $session } from "../../session/session";
import { Button } from "../controls/button";
import "./confirm.css";

/** The texts of a dialog; `messages.toml` has them under `dialogues`. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the button that confirms; without one the dialog only shows a message. */
  readonly confirm?: string;
  /** The label of the button that cancels. */
  readonly back?: string;
}

const AGREED = "confirm";
let count = 0;
/** The last dialog of each question. A closed one is not open before its event `close`, which follows later. */
const dialogs = new Map<string, HTMLDialogElement>();

/**
 * Opens the dialog and resolves to whether the player confirmed. Escape, Back, a visit and another player
 * cancel it. If a dialog with the same texts
 * is open, the result is false (A74).
 */
export function confirm(question: Confirmation): Promise<boolean> {
  const dialogKey = `${question.title} ${question.text}`;
  if (dialogs.get(dialogKey)?.open) return Promise.resolve(false);

  const dialog = document.createElement("dialog");
  dialogs.set(dialogKey, dialog);
  dialog.className = "confirm";
  dialog.setAttribute("role", "alertdialog");

  const id = `croupier-confirm-${++count}`;
  dialog.setAttribute("aria-labelledby", `${id}-title`);
  dialog.setAttribute("aria-describedby", `${id}-text`);
  dialog.setAttribute("closedby", "closerequest");

  const root = createRoot(dialog);
  document.body.append(dialog);

  // The next player must not answer a question to this one.
  const stop = $session.listen((session, previous) => {
    if (question.confirm && previous && previous.pid !== session?.pid) dialog.close();
  });

  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      stop();
      if (dialogs.get(dialogKey) === dialog) dialogs.delete(dialogKey);
      resolve(dialog.returnValue === AGREED);
      root.unmount();
      dialog.remove();
    });

    // Open at the end of this call, so that a second call finds it.
    flushSync(() =>
      root.render(
        <ConfirmDialog
          {...question}
          id={id}
          open={() => dialog.showModal()}
          close={(returnValue) => dialog.close(returnValue)}
        />,
      ),
    );
  });
}

interface ConfirmDialogProps extends Confirmation {
  readonly id: string;
  /** Called when the content is rendered, so that the first button gets the focus. */
  readonly open: () => void;
  readonly close: (returnValue: string) => void;
}

function ConfirmDialog({ id, title, text, confirm: confirmLabel, back, open, close }: ConfirmDialogProps) {
  return (
    <div className="confirm__box" ref={(element) => void (element && open())}>
      <h2 className="confirm__title" id={`${id}-title`}>
        {title}
      </h2>
      <p id={`${id}-text`}>{text}</p>
      <div className="confirm__actions">
        {back && (
          <Button kind="quiet" onClick={() => close("")}>
            {back}
          </Button>
        )}
        {confirmLabel && <Button onClick={() => close(AGREED)}>{confirmLabel}</Button>}
      </div>
    </div>
  );
}
