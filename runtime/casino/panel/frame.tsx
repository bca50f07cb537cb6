// The frame of a panel: its title, the close button, and the help links below.

import { ID } from "@croupier/loader";
import { type ReactNode, useEffect } from "react";
import { IconButton, Link } from "../ui/controls/button";
import type { ModalTexts } from "./panel";

/** The id of the title, which labels the dialog. */
export const TITLE_ID = `${ID.modal}-title`;

/** The props of a frame. */
export interface FrameProps {
  readonly texts: ModalTexts;
  readonly title: string;
  /** Whether the title always takes the focus on mount. Otherwise a frame that replaces another takes it if no element has it. */
  readonly focus?: boolean;
  readonly children?: ReactNode;
}

/** Renders a panel with its title and content. */
export function Frame({ texts, title, focus = false, children }: FrameProps) {
  useEffect(() => {
    // Hydration removes no focused element, and while the focus moves between two fields, Firefox reports that no element has it.
    const dialog = focus ? "" : "[data-hydrated] > :not(:focus-within) ";
    // In a closed dialog the heading cannot get the focus.
    document.querySelector<HTMLElement>(`${dialog}#${TITLE_ID}`)?.focus();
  }, [focus]);

  return (
    <div className="modal__box">
      <div className="modal__top">
        <h2 className="modal__title" id={TITLE_ID} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="x" label={texts.close} command="close" commandfor={ID.modal} />
      </div>
      {children}
      <p className="modal__aside">
        {texts.help} <Link to={texts.contact.path}>{texts.contact.label}</Link>. {texts.limits}{" "}
        <Link to={texts.responsible.path}>{texts.responsible.label}</Link>.
      </p>
    </div>
  );
}
