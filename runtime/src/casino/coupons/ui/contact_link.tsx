// A link to support: the chat if the site has one, else an email (row 2.8-02, A86).

import { useSyncExternalStore } from "react";
import { config } from "../../config/config";
import { Link } from "../../ui/controls/link";

const never = () => () => undefined;

/** Returns whether the site has a chat. It is false until hydration, because an email link works without scripts. */
export function useChat(): boolean {
  return useSyncExternalStore(
    never,
    () => config().chat.adapter !== "none",
    () => false,
  );
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
