// The panel of the daily reward in the modal container, which opens automatically (rows 2.11).

import { useQuery } from "../../../island/queries";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import { Button } from "../../ui/controls/button";
import { lazyComponent } from "../../ui/lazy_component";
import type { PopupProps } from "./popup";

const Popup = lazyComponent<PopupProps & Pick<PanelProps, "words">>(
  () => import("./popup").then(({ Popup }) => Popup),
  {
    errorView: ({ words }, retry) => (
      <>
        <p role="alert">{words.failed}</p>
        <Button wide onClick={retry}>
          {words.retry}
        </Button>
      </>
    ),
  },
);

/** Renders the panel with the reward, or with a retry button after a failed load. */
export function Panel(props: PanelProps) {
  const title = useQuery<{ readonly daily: { readonly popup: string } }>("cards")?.daily.popup;
  return (
    <Frame {...props} title={title ?? props.words.loading} focus>
      <Popup {...props} />
    </Frame>
  );
}
