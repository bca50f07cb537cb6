// The daily reward as a panel of the modal container, which it opens by itself (rows 2.11).

import { useQuery } from "../../../island/queries";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import { Button } from "../../ui/controls/button";
import { lazyComponent } from "../../ui/lazy_component";
import type { PopupProps } from "./popup";

const Popup = lazyComponent<PopupProps & Pick<PanelProps, "words">>(
  () => import("./popup").then(({ Popup }) => Popup),
  {
    failed: ({ words }, retry) => (
      <>
        <p role="alert">{words.failed}</p>
        <Button wide onClick={retry}>
          {words.retry}
        </Button>
      </>
    ),
  },
);

/** The panel, with what the reward is, or a button that loads it again. */
export function Panel(props: PanelProps) {
  const title = useQuery<{ readonly daily: { readonly popup: string } }>("cards")?.daily.popup;
  return (
    <Frame {...props} title={title ?? props.words.loading} focus>
      <Popup {...props} />
    </Frame>
  );
}
