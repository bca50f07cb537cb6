// React hook that runs one form of the modal container: its step, its running request, and when it ends.

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

/** The options of a flow. */
export interface FlowParts extends Container {
  readonly definition: OnboardingDefinition;
  readonly form: Form;
  /** The subject that the form was opened with. */
  readonly about: string | undefined;
  /** Values of the welcome offer for completion pages. */
  readonly places?: Readonly<Record<string, string | number>>;
  /** Runs the requests of this form. */
  readonly request: (name: RequestAction, context: RequestContext) => Promise<Finished>;
  /** The message of a failure that has no message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
  /** Called after success if no page follows. */
  readonly onClosed: () => void;
  /** Called after the forms were emptied or the container was closed, to fill in known values. */
  readonly onEmptied?: () => void;
  /** Whether the form is for guests: it closes when a player signs in elsewhere (A11). */
  readonly isForGuests: boolean;
}

/** The state and the functions of a flow. */
export interface Flow {
  readonly definition: OnboardingDefinition;
  readonly step: Step;
  /** The running request. */
  readonly busy: RequestAction | undefined;
  /** Sends the form. */
  send(): void;
  /** Runs the action of a link or button. A request sends the values of the form, or on a later page the values that were sent before. */
  act(action: Action): void;
  /** Processes the result of another element of the page, such as an offer. */
  finish(finished: Finished): void;
  /** Returns to the form with the values that were sent. */
  back(): void;
}

/** Runs one form. Closing the container aborts the running request and empties the form (row 4.2-02). */
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

  // Another panel replaced this one.
  useEffect(() => abandon, [abandon]);

  // A layout effect, so that it runs before the user can close the container.
  useLayoutEffect(
    () =>
      whenClosed((byVisit) => {
        // A response that arrives from here on is ignored (B5).
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
