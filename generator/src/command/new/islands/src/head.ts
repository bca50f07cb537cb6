// Runs in the head, before the first paint, so that a page never shows the wrong colours first.

import { applyTheme } from "./theme";

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
