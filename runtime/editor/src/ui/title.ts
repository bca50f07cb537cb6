// The title of the browser's tab.

import { useEffect } from "react";

/** Names the tab after what it shows; "" for the start. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = text === "" ? "Editor" : `${text} – Editor`;
  }, [text]);
}
