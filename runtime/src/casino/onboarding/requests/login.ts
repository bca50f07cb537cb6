// The request of LOGIN (row 4.2-11).

import type { Request } from "../model/request";
import { logInWithValues } from "./log_in";

/** Signs in. */
export const run: Request = ({ values, signal }) => logInWithValues(values, signal);
