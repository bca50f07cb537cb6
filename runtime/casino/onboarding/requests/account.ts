// Requests that recover an account or change its password: emails with links, and new passwords (rows 4.2-14 to 4.2-17, 7.1-09).

import { changePassword, requestPasswordReset, requestUsername, resetPassword } from "../../account/api/passwords";
import { $link, clearLink } from "../../links/link";
import { MISSING_FIELDS, type Request, requireFields, resetFailures, toRequestResult } from "../model/request";

/** `login` is a login or an e-mail address (A106). */
export const sendResetLink: Request = async ({ values, signal }) => {
  const fields = requireFields(values, "login");
  return fields ? toRequestResult(await requestPasswordReset(fields.login, signal)) : MISSING_FIELDS;
};

/** Requests the e-mail for the address in `email`. */
export const sendUsername: Request = async ({ values, signal }) => {
  const fields = requireFields(values, "email");
  return fields ? toRequestResult(await requestUsername(fields.email, signal)) : MISSING_FIELDS;
};

/** The message key for a missing link: a reload discards it (A13). */
const NO_LINK = "errorResetLink";

/** Sets the password. The link is valid once, so it is cleared after use, and the count of refused logins is reset (A73). */
export const setNewPassword: Request = async ({ values, signal }) => {
  const { pid, token } = $link.get();
  if (!pid || !token) return toRequestResult({ kind: "refused", message: NO_LINK, status: 0 });

  const fields = requireFields(values, "password");
  if (!fields) return MISSING_FIELDS;

  const outcome = await resetPassword({ pid, token }, fields.password, signal);
  if (outcome.kind === "ok") {
    clearLink();
    resetFailures();
  }

  return toRequestResult(outcome);
};

/** Changes the password; `old_password` and `password` are the field names. */
export const replacePassword: Request = async ({ values }) => {
  const fields = requireFields(values, "old_password", "password");
  return fields ? toRequestResult(await changePassword(fields.old_password, fields.password)) : MISSING_FIELDS;
};
