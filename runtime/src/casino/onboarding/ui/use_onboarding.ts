// React hook that runs one form of the modal container: its screen, its running request, and when it ends.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { path } from "../../config/config";
import type { Action } from "../../content/completion";
import { useTexts } from "../../content/messages";
import type { OnboardingDefinition, RequestAction } from "../../forms/definition";
import type { Form } from "../../forms/form_store";
import type { Values } from "../../forms/rules/rule";
import type { Container } from "../../panel/panel";
import { $session } from "../../session/session";
import { goAfterSignIn } from "../../session_policy/after_sign_in";
import { go } from "../../ui/go";
import { FORM, nextScreen, type Screen } from "../model/flow";
import type { RequestContext, RequestResult } from "../model/request";
import { runAction } from "./actions";

/** The options of a flow. */
export interface OnboardingOptions extends Container {
  readonly definition: OnboardingDefinition;
  readonly form: Form;
  /** The subject that the form was opened with. */
  readonly about: string | undefined;
  /** Values of the welcome offer for completion pages. */
  readonly places?: Readonly<Record<string, string | number>>;
  /** Runs the requests of this form. */
  readonly request: (name: RequestAction, context: RequestContext) => Promise<RequestResult>;
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
export interface OnboardingFlow {
  readonly definition: OnboardingDefinition;
  readonly screen: Screen;
  /** The running request. */
  readonly busy: RequestAction | undefined;
  /** Sends the form. */
  send(): void;
  /** Runs the action of a link or button. A request sends the values of the form, or on a later page the values that were sent before. */
  act(action: Action): void;
  /** Processes the result of another element of the page, such as an offer. */
  finish(result: RequestResult): void;
  /** Returns to the form with the values that were sent. */
  back(): void;
}

/** Runs one form. Closing the container aborts the running request and empties the form (row 4.2-02). */
export function useOnboarding({
  definition,
  form,
  request,
  fallback,
  name,
  isForGuests,
  ...container
}: OnboardingOptions): OnboardingFlow {
  const { close, whenClosed, keepOpen, onClosed, onEmptied, show, about, places = {} } = container;
  const loadMessages = useTexts(fallback);
  const [screen, setScreen] = useState<Screen>(FORM);
  const [busy, setBusy] = useState<RequestAction>();
  const inFlight = useRef<AbortController>(undefined);
  const sentValues = useRef<Values>({});
  const [openedAt_ms] = useState(Date.now);

  const abortRequest = useCallback(() => {
    inFlight.current?.abort();
    inFlight.current = undefined;
    sentValues.current = {};
    form.clearPasswords();
  }, [form]);

  // Another panel replaced this one.
  useEffect(() => abortRequest, [abortRequest]);

  // A layout effect, so that it runs before the user can close the container.
  useLayoutEffect(
    () =>
      whenClosed((byVisit) => {
        // A response that arrives from here on is ignored (B5).
        abortRequest();
        setBusy(undefined);
        setScreen(FORM);
        if (!byVisit) form.clearAll();
        onEmptied?.();
      }),
    [whenClosed, abortRequest, form, onEmptied],
  );

  useEffect(
    () =>
      $session.listen((session, previous) => {
        // Another player must not see what the last one typed.
        if (previous && previous.pid !== session?.pid) {
          form.clearAll();
          onEmptied?.();
        }
        if (session && !inFlight.current && isForGuests && screen === FORM) close();
      }),
    [close, isForGuests, screen, form, onEmptied],
  );

  async function perform(action: RequestAction, values: Values) {
    inFlight.current?.abort();
    const abort = new AbortController();
    const { signal } = abort;
    inFlight.current = abort;
    sentValues.current = values;
    setBusy(action);
    const context = { definition, values, about, signal, openedAt_ms };
    const wasSignedIn = $session.get() !== undefined;
    let result = await request(action, context);
    while (result.kind === "done" && result.next && !signal.aborted) result = await request(result.next, context);
    if (!wasSignedIn && $session.get()) {
      // The dialog stays open during the visit, and then shows the screen that follows the form.
      const visit = goAfterSignIn();
      keepOpen(visit);
      await visit;
    }
    if (!signal.aborted) await finish(result, signal);
    if (inFlight.current !== abort) return;
    inFlight.current = undefined;
    setBusy(undefined);
  }

  async function finish(result: RequestResult, signal?: AbortSignal) {
    const needsMessages = result.kind === "failed" || (result.kind !== "panel" && result.textKey);
    const messages = needsMessages ? await loadMessages() : { fallback };
    if (signal?.aborted) return;
    const { screen: next, message } = nextScreen(result, { definition, texts: messages, name, places });
    form.endSending(message);
    if (next.kind === "completed" || next.kind === "closed") form.clear();
    else if (next.kind === "failed" && !next.canReturn) form.clearPasswords();
    if (next.kind === "closed") return next.panel ? show(next.panel, next.about) : onClosed();
    setScreen(next);
  }

  return {
    definition,
    screen,
    busy,
    send: () => void perform(definition.action.type, form.payload()),
    act(action) {
      runAction(action, {
        ...container,
        go: (to) => go(path(to)),
        openWindow: (url) => window.open(url, "_blank", "noopener"),
        perform(name) {
          if (busy) return;
          if (screen !== FORM) return void perform(name, sentValues.current);
          setScreen({ kind: "waiting" });
          void perform(name, form.payload());
        },
      });
    },
    finish: (result) => void finish(result),
    back: () => setScreen(FORM),
  };
}
