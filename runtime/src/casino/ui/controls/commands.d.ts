// HTML attributes that React passes through but its types do not contain yet. They open dialogs before any script has run.

import "react";

declare module "react" {
  interface ButtonHTMLAttributes<T> {
    /** The command for the element that `commandfor` names; custom commands start with two hyphens. */
    command?: "show-modal" | "close" | "request-close" | `--${string}` | undefined;
    /** The id of the element that receives the command. */
    commandfor?: string | undefined;
  }
}
