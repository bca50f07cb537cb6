// Somebody to ask: the chat where there is one, else a mail (row 2.8-02, A86).

import { useSyncExternalStore } from "react";
import { config } from "../../config/config";
import { Link } from "../../ui/controls/link";

const never = () => () => undefined;

/** Whether there is a chat; the page does not know before it is awake, and a mail can be written without any script. */
export function useChat(): boolean {
  return useSyncExternalStore(
    never,
    () => config().chat.adapter !== "none",
    () => false,
  );
}

/** What the link is drawn from: its words with and without a chat, and what the mail begins with. */
export interface ContactLinkProps {
  readonly chat: string;
  readonly mail: string;
  readonly email: string;
  readonly text?: string;
}

/** The link. Where it leads, the chat opens in place. */
export function ContactLink({ chat, mail, email, text }: ContactLinkProps) {
  const hasChat = useChat();
  if (hasChat) return <Link to="/info/contactus/?showchat">{chat}</Link>;
  return <a href={`mailto:${email}${text ? `?body=${encodeURIComponent(text)}` : ""}`}>{mail}</a>;
}
