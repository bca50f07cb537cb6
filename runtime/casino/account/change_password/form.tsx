// Manage Account: the form to change the password on the page (rows 2.1-06, 4.2-17, 7.1-09).

import type { Data } from "croupier:types";
import { useStore } from "@croupier/loader/use-store";
import { useEffect, useMemo, useRef, useState } from "react";
import { LOGIN_FIELDS } from "../../forms/controls/text_controls";
import type { FormDefinition, FormTexts } from "../../forms/definition";
import { Form } from "../../forms/form";
import { type FieldRegistry, getForm } from "../../forms/form_store";
import { isWeakPassword, RULES } from "../../forms/rules/rules";
import { $session } from "../../session/session";
import { Button } from "../../ui/controls/button";
import { useFailure } from "../../ui/use_failure";

/** Loads the API call, a separate chunk that arrives while the user fills in the form. */
const loadCall = () => import("../api/passwords");

/** Props: content/data/account.toml and the texts of all forms. */
export interface ChangePasswordProps {
  readonly definition: FormDefinition & Pick<Data["account"]["password"], "done">;
  readonly texts: FormTexts;
}

/** Renders the form, then its result. It is for players only; the page hides it from guests. */
export function ChangePassword({ definition, texts }: ChangePasswordProps) {
  const player = useStore($session, undefined);
  const { explain } = useFailure();
  const form = useMemo(() => getForm("change_password", definition, PASSWORD_FIELDS), [definition]);
  const [isDone, setDone] = useState(false);

  // The password and the result are discarded when the page or the player changes.
  useEffect(() => {
    const removeListener = $session.listen((now, previous) => {
      if (now?.pid === previous?.pid) return;
      form.clear();
      setDone(false);
    });
    return () => {
      removeListener();
      form.clear();
    };
  }, [form]);

  // A failed load is retried when the form is submitted.
  useEffect(() => void loadCall().catch(() => undefined), []);

  async function submit() {
    const { old_password, password } = form.payload();
    const outcome = await loadCall().then(
      ({ changePassword }) => changePassword(String(old_password), String(password)),
      () => ({ kind: "offline" }) as const,
    );

    if (outcome.kind === "ok") {
      form.clear();
      setDone(true);
    } else form.endSending(await explain(outcome));
  }

  if (isDone) return <Done texts={definition.done} onAgain={() => setDone(false)} />;

  return (
    <div className="change-password">
      <h2>{definition.title}</h2>
      <Form
        form={form}
        texts={texts}
        onSend={() => void submit()}
        below={{
          // Password managers read the user name from this field.
          old_password: <input type="text" autoComplete="username" value={player?.login ?? ""} readOnly hidden />,
        }}
      />
    </div>
  );
}

interface DoneProps {
  readonly texts: ChangePasswordProps["definition"]["done"];
  readonly onAgain: () => void;
}

/** Renders the result of a change. It replaces the control that had the focus, so its title gets the focus. */
function Done({ texts, onAgain }: DoneProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  return (
    <div className="change-password">
      <h2 ref={title} tabIndex={-1}>
        {texts.title}
      </h2>
      <p>{texts.text}</p>
      <Button kind="quiet" onClick={onAgain}>
        {texts.again}
      </Button>
    </div>
  );
}

/** Text and password fields, with every rule of section 5. */
const PASSWORD_FIELDS: FieldRegistry = { ...LOGIN_FIELDS, rules: RULES, hints: { password: isWeakPassword } };
