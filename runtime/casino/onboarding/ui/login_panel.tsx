// The LOGIN panel: a form for login and password, and the page that follows (rows 4.1-17, 5-13, 8-12). It is in the HTML of every page.

import { useCallback, useEffect, useMemo, useState } from "react";
import { LOGIN_FIELDS } from "../../forms/controls/text_controls";
import { Form } from "../../forms/form";
import { getForm } from "../../forms/form_store";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import { forgetLogin, savedLogin } from "../../session/session";
import { sendLogin } from "../requests/login";
import { useAfterForm, useOnboarding } from "./use_onboarding";

/** Renders the login form, or the page that the response requires. */
export function Panel(props: PanelProps) {
  const { login: definition, formTexts, after: nextPanel, close, show } = props;
  const form = useMemo(() => getForm("login", definition, LOGIN_FIELDS), [definition]);
  const [saved, setSaved] = useState("");

  const prefill = useCallback(() => {
    const login = savedLogin();
    setSaved(login);
    form.prefill({ login });
  }, [form]);

  const flow = useOnboarding({
    ...props,
    definition,
    form,
    request: (_, context) => sendLogin(context),
    isForGuests: true,
    // The panel that required a player opens after the sign-in.
    onClosed: () => (nextPanel ? show(nextPanel.panel, nextPanel.about) : close()),
    onEmptied: prefill,
  });

  const screenAfterForm = useAfterForm(props, flow);

  useEffect(prefill, [prefill]);

  if (screenAfterForm) return screenAfterForm;
  return (
    <Frame {...props} title={definition.title}>
      <Form
        form={form}
        texts={formTexts}
        notice={props.notice}
        onSend={flow.send}
        onAction={flow.act}
        below={{
          login: saved && (
            <button
              type="button"
              className="form__link"
              onClick={() => {
                forgetLogin();
                setSaved("");
                form.clear();
              }}
            >
              {formTexts.notYou}
            </button>
          ),
        }}
      />
    </Frame>
  );
}
