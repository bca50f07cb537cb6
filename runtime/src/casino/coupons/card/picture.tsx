// The picture of a promotion; where it has none, or its picture does not come, a plate with its figure (row 2.9-01).

import { useState } from "react";
import { path } from "../../config/config";
import type { Motif } from "../../ui/display/art";
import { Art } from "../../ui/display/art";

/** What a picture is drawn from. */
export interface PictureProps {
  /** An address, or a path of this site; empty where there is none. */
  readonly image: string;
  /** Stands large on the plate: `325%`. */
  readonly figure: string;
  readonly motif: Motif;
}

/** Draws it. It says nothing that does not stand beside it in words. */
export function Picture({ image, figure, motif }: PictureProps) {
  const [lost, setLost] = useState("");
  if (image && image !== lost)
    return (
      <div className="coupon__picture">
        <img
          // What was lost before the island woke is told by nobody.
          ref={(img) => void (img?.complete && img.naturalWidth === 0 && setLost(image))}
          src={path(image)}
          alt=""
          width="320"
          height="200"
          decoding="async"
          onError={() => setLost(image)}
        />
      </div>
    );
  return (
    <div className="coupon__picture coupon__picture--none" aria-hidden="true">
      <Art motif={motif} />
      <span className="coupon__figure">{figure}</span>
    </div>
  );
}
