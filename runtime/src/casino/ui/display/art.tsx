// Pictures of games in React, from the same sprite that templates use (design/art.svg).

import sprite from "../../design/art.svg";

/** The motifs of the sprite; a test compares this list with it. */
export type Motif = "lantern" | "koi" | "moon" | "crane" | "bamboo" | "coin" | "wave" | "peony";

/** The picture of a game, as wide as its container. */
export function Art({ motif }: { readonly motif: Motif }) {
  return (
    <svg className="art" viewBox="0 0 200 200" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <use href={`${sprite}#${motif}`} />
    </svg>
  );
}
