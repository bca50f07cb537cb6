// Runs in the head, before the first paint, so that a page never shows the wrong colours first.

import { applyPaperTheme, applyTheme } from "./theme";

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
addEventListener("beforeprint", applyPaperTheme);
addEventListener("afterprint", applyTheme);
