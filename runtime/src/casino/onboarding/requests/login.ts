// The request of LOGIN (row 4.2-11).

import { logInBy } from "../log_in";
import type { Request } from "../request";

/** Signs in. */
export const run: Request = ({ values, signal }) => logInBy(values, signal);
