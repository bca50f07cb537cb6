// The frame of a panel: its title, the close button, and the help links below.

import { type ReactNode, useEffect, useRef } from "react";
import { ID } from "../../signals";
import { IconButton } from "../ui/controls/button";
import { Link } from "../ui/controls/link";
import type { ModalWords } from "./panel";

/** The id of the title, which labels the dialog. */
export const TITLE_ID = `${ID.modal}-title`;

/** The props of a frame. */
export interface FrameProps {
  readonly words: ModalWords;
  readonly title: string;
  /** Whether the title always takes the focus on mount. Otherwise it takes the focus only if no element has it. */
  readonly focus?: boolean;
  readonly children?: ReactNode;
}

/** Renders a panel with its title and content. */
export function Frame({ words, title, focus = false, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // In a closed dialog the heading cannot get the focus.
    if (focus || document.activeElement === document.body) heading.current?.focus();
  }, [focus]);
  return (
    <div className="modal__box">
      <div className="modal__top">
        <h2 className="modal__title" id={TITLE_ID} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="x" label={words.close} command="close" commandfor={ID.modal} />
      </div>
      {children}
      <p className="modal__aside">
        {words.help} <Link to={words.contact.path}>{words.contact.label}</Link>. {words.limits}{" "}
        <Link to={words.responsible.path}>{words.responsible.label}</Link>.
      </p>
    </div>
  );
}
