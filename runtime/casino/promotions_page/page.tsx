// What both islands of the coupons page share: their props, placeholders for coupons that are loading, the parameters of the URL, and the
// sidebar with the field for a code and a link to support (rows 2.8-01, 2.8-02).

import type { Data } from "croupier:types";
import { useIsHydrated, useStore } from "@croupier/loader/use-store";
import type { ReactNode } from "react";
import type { Promotions } from "../api/contract/schema";
import { config } from "../config/config";
import type { CardTexts } from "../coupons/model/terms";
import { $location } from "../stores/location";
import { Link } from "../ui/controls/button";
import { Skeleton } from "../ui/display/content";

/** Props of both islands. */
export interface PageProps {
  readonly texts: CardTexts;
  /** The support email address. */
  readonly email: string;
}

/** The island's props. */
export interface PlayerProps extends PageProps {
  /** The message if coupons fail to load, with the retry button (A129). */
  readonly empty: Pick<Data["messages"]["empty"], "coupons" | "active" | "retry">;
}

/** The island's props. */
export interface GuestProps extends PageProps {
  /** The default promotions in the format of /rtgcoupons.json. */
  readonly promotions: Promotions;
}

/** Renders three placeholders. `label` is for screen readers. */
export function Waiting({ label }: { readonly label: string }) {
  return (
    <div className="promotions__list" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      {["first", "second", "third"].map((name) => (
        <div key={name} className="promotions__place">
          <Skeleton shape="block" />
        </div>
      ))}
    </div>
  );
}

/** Returns the value of the parameter; empty if the URL has none, and during hydration. */
export function useParameter(name: string): string {
  const location = useStore($location, undefined);
  return new URLSearchParams(location?.search).get(name) ?? "";
}

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
