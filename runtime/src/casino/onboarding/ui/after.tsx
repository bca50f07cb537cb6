// The page that follows a form: its code is on its way from when the form is drawn, so that opening a form does not wait for it.

import { useEffect, useState } from "react";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import type { Flow } from "./use_flow";

type Code = typeof import("./after_form");

/** Draws what a flow has come to; before the code is there, or where it does not come, the page's words alone. */
export function useAfterForm(props: PanelProps, flow: Flow) {
  const [code, setCode] = useState<Code>();
  useEffect(() => void import("./after_form").then(setCode, () => undefined), []);
  if (flow.step.kind === "form") return undefined;
  if (code) return <code.AfterForm {...props} flow={flow} />;
  if (!("page" in flow.step)) return <Frame {...props} title={props.formWords.wait} focus />;
  const { title, subtitle } = flow.step.page;
  return (
    <Frame {...props} title={title} focus>
      {subtitle}
    </Frame>
  );
}
