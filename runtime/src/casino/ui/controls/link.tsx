// A link of this site: its address gets the site's base path, which no TSX file knows.

import type { ComponentProps } from "react";
import { path } from "../../config/config";

/** `to` is an address as content writes it: a path of this site, with query and fragment, or a whole address. */
export function Link({ to, ...rest }: Omit<ComponentProps<"a">, "href"> & { readonly to: string }) {
  return <a {...rest} href={path(to)} />;
}
