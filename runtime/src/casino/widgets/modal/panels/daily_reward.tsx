// The daily reward as a panel of the modal container, which it opens by itself (rows 2.11).

import { useEffect, useState } from "react";
import { useQuery } from "../../../../island/queries";
import { Frame } from "../frame";
import type { PanelProps } from "../panel";

type Code = typeof import("../../../daily/popup");

/** The panel; its title and what it shows come together, by the code that opened it. */
export function Panel(props: PanelProps) {
  const [code, setCode] = useState<Code>();
  const [isLost, setLost] = useState(false);
  const title = useQuery<{ readonly daily: { readonly popup: string } }>("cards")?.daily.popup;

  useEffect(
    () =>
      void import("../../../daily/popup").then(
        (it) => setCode(it),
        () => setLost(true),
      ),
    [],
  );

  const { loading, failed } = props.words;
  return (
    <Frame {...props} title={isLost ? failed : (title ?? loading)} focus>
      {code && <code.Popup {...props} />}
    </Frame>
  );
}
