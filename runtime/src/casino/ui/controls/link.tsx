// Links that add the site's base path to their URL, so that components do not need to know it.

import type { ComponentProps } from "react";
import { path } from "../../config/config";

/**
 * A link. The loader marks links to the current page before hydration, with an attribute that React does not know. `to` is a URL as content
 * writes it: a path of this site, with query and fragment, or an absolute URL.
 */
export function Link({ to, ...rest }: Omit<ComponentProps<"a">, "href"> & { readonly to: string }) {
  return <a {...rest} href={path(to)} suppressHydrationWarning />;
}
