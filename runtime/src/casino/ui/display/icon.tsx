// Icons in React: the same sprite that templates use, which the shell carries once (pages/macros/icons.svg).

/** The icons of the sprite; a test holds this list against it. */
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

/** An icon in the colour and size of the text around it. It says nothing by itself: what it means stands beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`#icon--${name}`} />
    </svg>
  );
}
