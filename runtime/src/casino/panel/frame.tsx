// The frame of a panel: its title, the close button, and the help links below.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { ID } from "../../signals";
import { IconButton } from "../ui/controls/button";
import { Link } from "../ui/controls/link";
import { useIsHydrated } from "../ui/use_is_hydrated";
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
  const heading = useRef<HTMLHeadingElement>(null);
  const [replacesAnother] = useState(useIsHydrated());
  useEffect(() => {
    // Hydration removes no focused element. While the focus moves between two fields, Firefox reports that no element has it.
    const isFocusLost = replacesAnother && document.activeElement === document.body;
    // In a closed dialog the heading cannot get the focus.
    if (focus || isFocusLost) heading.current?.focus();
  }, [focus, replacesAnother]);
  return (
    <div className="modal__box">
      <div className="modal__top">
        <h2 className="modal__title" id={TITLE_ID} ref={heading} tabIndex={-1}>
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
