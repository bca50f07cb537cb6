// Whether tiles are near the screen: pictures of those that are not cost nothing.

import { createContext } from "react";

/** A row says so of its tiles; what says nothing is near. */
export const IsNear = createContext(true);
