// Loads the page that follows a form. Its code loads when the form is rendered, so opening a form does not wait for it.

import { useEffect, useState } from "react";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import type { OnboardingFlow } from "./use_onboarding";

type Module = typeof import("./after_form");

/** Renders the current page of a flow; only its texts until the code has loaded, or if it fails to load. */
export function useAfterForm(props: PanelProps, flow: OnboardingFlow) {
  const [module, setModule] = useState<Module>();
  useEffect(() => void import("./after_form").then(setModule, () => undefined), []);
  if (flow.screen.kind === "form") return undefined;
  if (module) return <module.AfterForm {...props} flow={flow} />;
  if (!("page" in flow.screen)) return <Frame {...props} title={props.formTexts.wait} focus />;
  const { title, subtitle } = flow.screen.page;
  return (
    <Frame {...props} title={title} focus>
      {subtitle}
    </Frame>
  );
}
