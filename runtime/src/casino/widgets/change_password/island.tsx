// Manage Account: the form for another password. Its code is a part, which is there before the first drawing.

import type { ComponentType } from "react";
import type { ChangePasswordProps } from "./form";
// What the HTML shows has its looks with it.
import "./change_password.css";

let ChangePassword: ComponentType<ChangePasswordProps> | undefined;

Island.prepare = async () => {
  ChangePassword = (await import("./form")).ChangePassword;
};

/** The form. */
export function Island(props: ChangePasswordProps) {
  return ChangePassword ? <ChangePassword {...props} /> : null;
}
