// Small pieces of content: icons, art, badges, amounts of money, and placeholders of content that is loading or for players only.

import { useStore } from "@croupier/loader/use-store";
import type { ReactNode } from "react";
import { formatMoney, type MoneyStyle } from "../../content/format";
import { $session } from "../../session/session";

/** The icons of the sprite; a test compares this list with it. */
export type IconName =
  | "menu"
  | "arrow-right"
  | "arrow-left"
  | "shield-check"
  | "clock"
  | "heart"
  | "coins"
  | "phone"
  | "search"
  | "x"
  | "eye"
  | "eye-off"
  | "check"
  | "chevron-right"
  | "chevron-down"
  | "info"
  | "circle-alert"
  | "circle-check"
  | "star"
  | "gift"
  | "log-out"
  | "message-circle"
  | "facebook"
  | "instagram"
  | "twitter";

/** An icon in the colour and size of its text. It is hidden from screen readers: the text next to it has the meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`#icon--${name}`} />
    </svg>
  );
}

/** Props of `Money`. */
export interface MoneyProps {
  /** Whole cents; `undefined` while it is not known. */
  readonly cents: number | undefined;
  readonly symbol: string;
  /** `exact` always has two decimals, `short` omits them if they are zero (A132). */
  readonly style?: MoneyStyle;
}

/** Renders an amount such as `$1,234.50`, in figures of equal width. */
export function Money({ cents, symbol, style = "exact" }: MoneyProps) {
  if (cents === undefined) return <Skeleton shape="amount" />;
  return <span className="money">{formatMoney(cents, symbol, style)}</span>;
}

/** A placeholder in a text, as wide as a word, an amount of money or a short phrase; or a block that fills its container. */
export function Skeleton({ shape }: { readonly shape: "word" | "amount" | "phrase" | "block" }) {
  return <span className={`skeleton skeleton--${shape}`} aria-hidden="true" />;
}

/** Renders `children` for the signed-in player, with fresh state for another player. Guests, the server and hydration get `placeholder`. */
export function PlayerOnly({
  placeholder,
  children,
}: {
  readonly placeholder: ReactNode;
  readonly children: ReactNode;
}) {
  const player = useStore($session, undefined);
  return player ? <FreshState key={player.pid}>{children}</FreshState> : placeholder;
}

function FreshState({ children }: { readonly children: ReactNode }) {
  return children;
}
