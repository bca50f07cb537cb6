// The sidebar of the coupons page: the field for a code and a link to support (rows 2.8-01, 2.8-02).

import type { ReactNode } from "react";
import { config } from "../config/config";
import { Link } from "../ui/controls/button";
import { useIsHydrated } from "../ui/use_store";
import type { PageProps } from "./page";

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

/** Returns whether the site has a chat. It is false until hydration, because an email link works without scripts. */
export function useChat(): boolean {
  return useIsHydrated() && config().chat.adapter !== "none";
}

/** Props of the link: its labels with and without a chat, and the email's address and initial text. */
export interface ContactLinkProps {
  readonly chat: string;
  readonly mail: string;
  readonly email: string;
  readonly text?: string;
}

/** Links to a page that opens the chat, or to an email. */
export function ContactLink({ chat, mail, email, text }: ContactLinkProps) {
  const hasChat = useChat();
  if (hasChat) return <Link to="/info/contactus/?showchat">{chat}</Link>;
  return <a href={`mailto:${email}${text ? `?body=${encodeURIComponent(text)}` : ""}`}>{mail}</a>;
}
