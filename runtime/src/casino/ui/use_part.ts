// A part of an island whose code comes when it is wanted, as for players alone.

import { useEffect, useState } from "react";

/** The part's code; `undefined` until it is wanted and there. `load` is the same function at every drawing. */
export function usePart<Code>(load: () => Promise<Code>, isWanted: boolean): Code | undefined {
  const [code, setCode] = useState<Code>();
  useEffect(() => {
    // What is lost is told by the loader, which loads the document again.
    if (isWanted)
      load().then(
        (it) => setCode(() => it),
        () => undefined,
      );
  }, [isWanted, load]);
  return isWanted ? code : undefined;
}
