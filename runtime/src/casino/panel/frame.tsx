// The frame of a panel: its title, the close button, and the ways to help below.

import { type ReactNode, useEffect, useRef } from "react";
import { ID } from "../../signals";
import { IconButton } from "../ui/controls/button";
import { Link } from "../ui/controls/link";
import type { ModalWords } from "./panel";

/** Id of the title, by which the container is named. */
export const TITLE_ID = `${ID.modal}-title`;

/** What a frame is drawn from. */
export interface FrameProps {
  readonly words: ModalWords;
  readonly title: string;
  /** Whether the title gets the focus when it is drawn, wherever that is; it does where what had it is gone. */
  readonly focus?: boolean;
  readonly children?: ReactNode;
}

/** Draws a panel. */
export function Frame({ words, title, focus = false, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // In a container that is closed it cannot get it.
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
