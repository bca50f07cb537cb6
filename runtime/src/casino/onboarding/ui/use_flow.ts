// One form of the modal container at work in React: what is shown, what is on its way, and what ends it.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { path } from "../../config/config";
import type { Action } from "../../content/completion";
import { useWords } from "../../content/messages";
import type { OnboardingDefinition, RequestAction } from "../../forms/definition";
import type { Form } from "../../forms/form_store";
import type { Values } from "../../forms/rules/rule";
import type { Container } from "../../panel/panel";
import { $session } from "../../session/session";
import { goAfterSignIn } from "../../session_policy/after_sign_in";
import { go } from "../../ui/go";
import { FORM, type Step, stepAfter } from "../model/flow";
import type { Finished, RequestContext } from "../model/request";
import { runAction } from "./actions";

/** What a flow is made of. */
export interface FlowParts extends Container {
  readonly definition: OnboardingDefinition;
  readonly form: Form;
  /** What the form was opened about. */
  readonly about: string | undefined;
  /** Figures of the welcome offer, which completion pages name. */
  readonly places?: Readonly<Record<string, string | number>>;
  /** Makes the requests that this form may ask for. */
  readonly request: (name: RequestAction, context: RequestContext) => Promise<Finished>;
  /** What is said of a failure that has no words of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
  /** All went well, and no page follows. */
  readonly onClosed: () => void;
  /** The forms were emptied, or the container was closed: fills in what is known beforehand. */
  readonly onEmptied?: () => void;
  /** For guests: it closes when somebody signs in elsewhere (A11). */
  readonly isForGuests: boolean;
}

/** A flow as it is drawn. */
export interface Flow {
  readonly definition: OnboardingDefinition;
  readonly step: Step;
  /** What is on its way. */
  readonly busy: RequestAction | undefined;
  /** Sends the form. */
  send(): void;
  /** Does what a link or button says; a request goes with what the form holds, or on a page after it with what it had sent. */
  act(action: Action): void;
  /** Takes what something else on the page came to, such as an offer. */
  finish(finished: Finished): void;
  /** Back to the form, as it was sent. */
  back(): void;
}

/** Follows one form. Whatever closes the container ends what is on its way, and empties the form (row 4.2-02). */
export function useFlow({ definition, form, request, fallback, name, isForGuests, ...parts }: FlowParts): Flow {
  const { close, whenClosed, keepOpen, onClosed, onEmptied, show, about, places = {} } = parts;
  const findWords = useWords(fallback);
  const [step, setStep] = useState<Step>(FORM);
  const [busy, setBusy] = useState<RequestAction>();
  const flight = useRef<AbortController>(undefined);
  const sent = useRef<Values>({});
  const [openedAt_ms] = useState(Date.now);

  const abandon = useCallback(() => {
    flight.current?.abort();
    flight.current = undefined;
    sent.current = {};
    form.forgetSecrets();
  }, [form]);

  // Another panel took its place.
  useEffect(() => abandon, [abandon]);

  // Before anything can be closed that has been read.
  useLayoutEffect(
    () =>
      whenClosed((byVisit) => {
        // An answer that comes now is nobody's any more (B5).
        abandon();
        setBusy(undefined);
        setStep(FORM);
        if (!byVisit) form.clearAll();
        onEmptied?.();
      }),
    [whenClosed, abandon, form, onEmptied],
  );

  useEffect(
    () =>
      $session.listen((session, before) => {
        // Another player must not see what the last one typed.
        if (before && before.pid !== session?.pid) {
          form.clearAll();
          onEmptied?.();
        }
        if (session && !flight.current && isForGuests && step === FORM) close();
      }),
    [close, isForGuests, step, form, onEmptied],
  );

  async function perform(action: RequestAction, values: Values) {
    flight.current?.abort();
    const abort = new AbortController();
    const { signal } = abort;
    flight.current = abort;
    sent.current = values;
    setBusy(action);
    const context = { definition, values, about, signal, openedAt_ms };
    const wasSignedIn = $session.get() !== undefined;
    let finished = await request(action, context);
    while (finished.kind === "done" && finished.next && !signal.aborted)
      finished = await request(finished.next, context);
    if (!wasSignedIn && $session.get()) {
      // The dialog stays open during the visit, and then shows the screen that follows the form.
      const visit = goAfterSignIn();
      keepOpen(visit);
      await visit;
    }
    if (!signal.aborted) await finish(finished, signal);
    if (flight.current !== abort) return;
    flight.current = undefined;
    setBusy(undefined);
  }

  async function finish(finished: Finished, signal?: AbortSignal) {
    const isWorded = finished.kind === "failed" || (finished.kind !== "panel" && finished.says);
    const words = isWorded ? await findWords() : { fallback };
    if (signal?.aborted) return;
    const { step, message } = stepAfter(finished, { definition, words, name, places });
    form.answer(message);
    if (step.kind === "completed" || step.kind === "closed") form.clear();
    else if (step.kind === "failed" && !step.canReturn) form.forgetSecrets();
    if (step.kind === "closed") return step.panel ? show(step.panel, step.about) : onClosed();
    setStep(step);
  }

  return {
    definition,
    step,
    busy,
    send: () => void perform(definition.action.type, form.payload()),
    act(action) {
      runAction(action, {
        ...parts,
        go: (to) => go(path(to)),
        openWindow: (address) => window.open(address, "_blank", "noopener"),
        perform(name) {
          if (busy) return;
          if (step !== FORM) return void perform(name, sent.current);
          setStep({ kind: "waiting" });
          void perform(name, form.payload());
        },
      });
    },
    finish: (finished) => void finish(finished),
    back: () => setStep(FORM),
  };
}
