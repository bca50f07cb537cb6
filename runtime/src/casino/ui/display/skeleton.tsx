// A place whose content is on its way: its shape is known, so nothing moves when it comes. Never a spinner.

/** Something in the text around it, as wide as a word, an amount of money or a short phrase; or a block that fills its place. */
export function Skeleton({ shape }: { readonly shape: "word" | "amount" | "phrase" | "block" }) {
  return <span className={`skeleton skeleton--${shape}`} aria-hidden="true" />;
}
