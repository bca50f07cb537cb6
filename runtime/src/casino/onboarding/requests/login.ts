// The request of LOGIN (row 4.2-11).

import type { Request } from "../model/request";
import { logInBy } from "./log_in";

/** Signs in. */
export const run: Request = ({ values, signal }) => logInBy(values, signal);
