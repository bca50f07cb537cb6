// Attributes of HTML that React hands through and its types do not know yet: openers that work before any script has run.

import "react";

declare module "react" {
  interface ButtonHTMLAttributes<T> {
    /** What the button does to the element that `commandfor` names; names of our own begin with two hyphens. */
    command?: "show-modal" | "close" | "request-close" | `--${string}` | undefined;
    /** An id. */
    commandfor?: string | undefined;
  }
}
