// Placeholders of content that is loading. They have the size of the content, so that nothing moves when it arrives.

/** A placeholder in a text, as wide as a word, an amount of money or a short phrase; or a block that fills its container. */
export function Skeleton({ shape }: { readonly shape: "word" | "amount" | "phrase" | "block" }) {
  return <span className={`skeleton skeleton--${shape}`} aria-hidden="true" />;
}
