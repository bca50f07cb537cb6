// Manage Account: changes the password, on the page itself (rows 2.1-06, 4.2-17, 7.1-09).

import { useEffect, useMemo, useRef, useState } from "react";
import { useWords, wordsOf } from "../../content/messages";
import type { FormDefinition, FormWords } from "../../forms/definition";
import { PASSWORD_KIT } from "../../forms/fields/password_fields";
import { Form } from "../../forms/form";
import { formOf } from "../../forms/form_store";
import { $session } from "../../session/session";
import { Button } from "../../ui/controls/button";
import { useStore } from "../../ui/use_store";

/** The call is code of its own, which is there by the time that the form is filled in. */
const loadCall = () => import("../api/password");

/** What it is drawn from: content/data/account.toml, the words of all forms, and those of a failure without words. */
export interface ChangePasswordProps {
  readonly definition: FormDefinition & {
    readonly done: { readonly title: string; readonly text: string; readonly again: string };
  };
  readonly words: FormWords;
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}

/** The form, and once it is done what came of it. It is there for players alone; a guest's page hides it. */
export function ChangePassword({ definition, words, fallback, name }: ChangePasswordProps) {
  const { done } = definition;
  const player = useStore($session, undefined);
  const findWords = useWords(fallback);
  const form = useMemo(() => formOf("change_password", definition, PASSWORD_KIT), [definition]);
  const title = useRef<HTMLHeadingElement>(null);
  const [isDone, setDone] = useState(false);

  // Another page and another player find no password here, and the answer is nobody's any more.
  useEffect(() => {
    const stop = $session.listen((now, before) => now?.pid !== before?.pid && form.clear());
    return () => {
      stop();
      form.clear();
    };
  }, [form]);

  // What does not come is asked for again when it is needed.
  useEffect(() => void loadCall().catch(() => undefined), []);

  // What had the focus is gone.
  useEffect(() => {
    if (isDone) title.current?.focus();
  }, [isDone]);

  async function send() {
    const { old_password, password } = form.payload();
    const outcome = await loadCall().then(
      ({ changePassword }) => changePassword(String(old_password), String(password)),
      () => ({ kind: "offline" }) as const,
    );
    if (outcome.kind === "ok") {
      form.clear();
      setDone(true);
    } else form.answer(wordsOf(outcome, await findWords(), name));
  }

  if (isDone)
    return (
      <div className="change-password">
        <h2 ref={title} tabIndex={-1}>
          {done.title}
        </h2>
        <p>{done.text}</p>
        <Button kind="quiet" onClick={() => setDone(false)}>
          {done.again}
        </Button>
      </div>
    );
  return (
    <div className="change-password">
      <h2>{definition.title}</h2>
      <Form
        form={form}
        words={words}
        onSend={() => void send()}
        below={{
          // Password managers look here for whose password it is.
          old_password: <input type="text" autoComplete="username" value={player?.login ?? ""} readOnly hidden />,
        }}
      />
    </div>
  );
}
