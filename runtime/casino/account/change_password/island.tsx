// Manage Account: the form to change the password. Its code is a chunk that loads before the first render.

import { lazyComponent } from "@croupier/loader/lazy-component";
import type { ChangePasswordProps } from "./form";
// The HTML needs these styles before the chunk loads.
import "./change_password.css";

const ChangePassword = lazyComponent(() => import("./form").then(({ ChangePassword }) => ChangePassword));

Island.prepare = ChangePassword.prepare;

/** Renders the form. */
export function Island(props: ChangePasswordProps) {
  return <ChangePassword {...props} />;
}
