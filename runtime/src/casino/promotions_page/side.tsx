// The sidebar of the coupons page: the field for a code and a link to support (rows 2.8-01, 2.8-02).

import type { ReactNode } from "react";
import { ContactLink } from "../coupons/ui/contact_link";
import type { PageProps } from "./page_messages";

/** Renders the sidebar around the field or its replacement. */
export function Side({
  texts,
  email,
  children,
}: Pick<PageProps, "texts" | "email"> & { readonly children: ReactNode }) {
  const { help, trouble, trouble_mail } = texts.page;
  return (
    <aside className="promotions__side" aria-labelledby="promotions-help">
      <h2 id="promotions-help">{help}</h2>
      {children}
      <ContactLink chat={trouble} mail={trouble_mail} email={email} />
    </aside>
  );
}
