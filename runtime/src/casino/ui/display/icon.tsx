// Icons in React, from the sprite that templates use too. The base layout contains it once (pages/macros/icons.svg).

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
