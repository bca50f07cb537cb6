// A context that says whether tiles are near the screen, so that images of far tiles are not loaded.

import { createContext } from "react";

/** A row sets it for its tiles. Images of other tiles have their space in the layout; their URLs are filled in later. */
export const IsNear = createContext(true);
