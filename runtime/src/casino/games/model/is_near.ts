// A context with the distance of tiles to the screen, so that images of far tiles are not loaded.

import { createContext } from "react";

/**
 * A row sets it for its tiles; the default is `near`. Images of `soon` tiles are laid out while the browser is idle.
 * During scrolling only their URLs are then filled in.
 */
export const IsNear = createContext<"far" | "soon" | "near">("near");
