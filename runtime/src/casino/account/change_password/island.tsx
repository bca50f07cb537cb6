// Manage Account: the form that changes the password. Its code is a chunk that is loaded before the first rendering.

import { lazyComponent } from "../../ui/lazy_component";
import type { ChangePasswordProps } from "./form";
// The styles of the HTML.
import "./change_password.css";

const ChangePassword = lazyComponent(() => import("./form").then(({ ChangePassword }) => ChangePassword));

Island.prepare = ChangePassword.prepare;

/** The form. */
export function Island(props: ChangePasswordProps) {
  return <ChangePassword {...props} />;
}
