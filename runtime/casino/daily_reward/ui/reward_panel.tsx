// The panel of the daily reward in the modal container, which opens automatically (rows 2.11).

import { lazyComponent } from "@croupier/loader/lazy-component";
import { useQuery } from "@croupier/loader/queries";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import { Button } from "../../ui/controls/button";
import type { PopupProps } from "./popup";

const Popup = lazyComponent<PopupProps & Pick<PanelProps, "texts">>(
  () => import("./popup").then(({ Popup }) => Popup),
  {
    errorView: ({ texts }, retry) => (
      <>
        <p role="alert">{texts.failed}</p>
        <Button wide onClick={retry}>
          {texts.retry}
        </Button>
      </>
    ),
  },
);

/** Renders the panel with the reward, or with a retry button after a failed load. */
export function Panel(props: PanelProps) {
  const title = useQuery("cards")?.daily.popup;
  return (
    <Frame {...props} title={title ?? props.texts.loading} focus>
      <Popup {...props} />
    </Frame>
  );
}
