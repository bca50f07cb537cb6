// Loads the page that follows a form. Its code loads when the form is rendered, so opening a form does not wait for it.

import { useEffect, useState } from "react";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import type { Flow } from "./use_flow";

type Code = typeof import("./after_form");

/** Renders the current page of a flow; only its texts until the code has loaded, or if it fails to load. */
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
