// How near tiles are to the screen: pictures of those that are far cost nothing.

import { createContext } from "react";

/**
 * A row says so of its tiles; what says nothing is near. Of tiles that come `soon` the pictures have their place already, laid out while
 * nothing else was to be done: so that only their addresses are left to be filled in while one scrolls.
 */
export const IsNear = createContext<"far" | "soon" | "near">("near");
