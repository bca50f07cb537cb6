// The picture of a promotion. If there is none or it fails to load, a motif with a figure replaces it (row 2.9-01).

import { useState } from "react";
import { path } from "../../config/config";
import type { Motif } from "../../ui/display/art";
import { Art } from "../../ui/display/art";

/** Props of a picture. */
export interface PictureProps {
  /** A URL, or a path of this site; empty if there is none. */
  readonly image: string;
  /** The large figure on the replacement, such as `325%`. */
  readonly figure: string;
  readonly motif: Motif;
}

/** Renders the picture. It is decorative: the card repeats its information as text. */
export function Picture({ image, figure, motif }: PictureProps) {
  const [failedUrl, setFailedUrl] = useState("");
  if (image && image !== failedUrl)
    return (
      <div className="coupon__picture">
        <img
          // An image that failed before hydration fires no error event.
          ref={(img) => void (img?.complete && img.naturalWidth === 0 && setFailedUrl(image))}
          src={path(image)}
          alt=""
          width="320"
          height="200"
          decoding="async"
          onError={() => setFailedUrl(image)}
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
