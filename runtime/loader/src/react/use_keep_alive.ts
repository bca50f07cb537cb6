// Hook that keeps an island in memory while other pages are shown, so that a further visit renders nothing.

import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { listen } from "../signals";

/** Events of a user that change the state of components, which a further visit must not show. */
const CHANGES = ["click", "input"];

/**
 * Returns whether the page of the island around `element` is shown. Pass it to `Activity`, which stops effects meanwhile. The island stays in
 * memory until the next visit with the same code, props and queries, unless the user has changed it or `hasState` was set.
 */
export function useKeepAlive(element: RefObject<HTMLElement | null>, hasState: boolean): boolean {
  const [isShown, setShown] = useState(true);
  const isChanged = useRef(false);

  useEffect(() => {
    isChanged.current ||= hasState;
  }, [hasState]);

  useEffect(() => {
    const island = element.current?.closest<HTMLElement>("[data-island]");
    if (!island) return;

    const onChange = ({ target }: Event) => {
      isChanged.current ||= !(target as Element).closest("a[href]");
    };
    for (const kind of CHANGES) island.addEventListener(kind, onChange);

    const stopLeave = listen("croupier:leave", () => {
      if (isChanged.current) return;
      island.remove();
      flushSync(() => setShown(false));
    });

    const stopEnter = listen("croupier:enter", () => {
      const placeholder = document.querySelector<HTMLElement>(`[data-src="${island.dataset.src}"]`);
      if (!placeholder || island.isConnected) return;

      if (identityOf(placeholder) === identityOf(island)) {
        placeholder.replaceWith(island);
        // The page is shown with the content of the island, and the focus may return to it.
        flushSync(() => setShown(true));
      } else {
        // The next visit unmounts the island.
        isChanged.current = true;
        island.style.display = "none";
        placeholder.after(island);
      }
    });

    return () => {
      for (const kind of CHANGES) island.removeEventListener(kind, onChange);
      stopLeave();
      stopEnter();
    };
  }, [element]);

  return isShown;
}

const identityOf = ({ dataset: { props, queries } }: HTMLElement) => `${props} ${queries}`;
