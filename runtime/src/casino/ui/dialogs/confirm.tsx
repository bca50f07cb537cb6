// Confirmation dialogues: a question over whatever is open, and the player's answer as a promise (2.14, A22).

import { createRoot } from "react-dom/client";
import { Button } from "../controls/button";
import "./confirm.css";

/** The words of a question; `messages.toml` has them under `dialogues`. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The button that agrees; without one the dialogue only tells something. */
  readonly confirm?: string;
  /** The button that leaves everything as it is. */
  readonly back?: string;
}

const AGREED = "confirm";
let count = 0;
/** What is asked right now. */
const asked = new Set<string>();

/** Asks; resolves to whether the player agreed. Escape, Back and another page are a no, and so is the same question once more while it stands (A74). */
export function confirm(question: Confirmation): Promise<boolean> {
  const words = `${question.title} ${question.text}`;
  if (asked.has(words)) return Promise.resolve(false);
  asked.add(words);
  const dialog = document.createElement("dialog");
  dialog.className = "confirm";
  dialog.setAttribute("role", "alertdialog");
  const id = `croupier-confirm-${++count}`;
  dialog.setAttribute("aria-labelledby", `${id}-title`);
  dialog.setAttribute("aria-describedby", `${id}-text`);
  dialog.setAttribute("closedby", "closerequest");
  const root = createRoot(dialog);
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      asked.delete(words);
      resolve(dialog.returnValue === AGREED);
      root.unmount();
      dialog.remove();
    });
    root.render(
      <Question {...question} id={id} open={() => dialog.showModal()} close={(answer) => dialog.close(answer)} />,
    );
  });
}

interface QuestionProps extends Confirmation {
  readonly id: string;
  /** Called when the words stand, so that the focus finds the first button. */
  readonly open: () => void;
  readonly close: (answer: string) => void;
}

function Question({ id, title, text, confirm: agree, back, open, close }: QuestionProps) {
  return (
    <div className="confirm__box" ref={(box) => void (box && open())}>
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
        {agree && <Button onClick={() => close(AGREED)}>{agree}</Button>}
      </div>
    </div>
  );
}
