// React hook that runs one form of the modal container: its screen, its running request, when it ends, and the page that follows.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { path } from "../../config/config";
import type { Action } from "../../content/failure_messages";
import { useTexts } from "../../content/messages";
import type { OnboardingDefinition, RequestAction } from "../../forms/definition";
import type { Form } from "../../forms/form_store";
import type { Values } from "../../forms/rules/rule";
import { Frame } from "../../panel/frame";
import type { Container, PanelProps } from "../../panel/panel";
import { $session } from "../../session/session";
import { goAfterSignIn } from "../../session_policy/navigation";
import { go } from "../../stores/location";
import { FORM, nextScreen, type Screen } from "../model/flow";
import type { RequestContext, RequestResult } from "../model/request";

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
export function useOnboarding(options: OnboardingOptions): OnboardingFlow {
  const { definition, form, onClosed, show, places = {} } = options;
  const texts = useTexts();
  const [screen, setScreen] = useState<Screen>(FORM);
  const requests = useRequests(options, finish);
  useResets(options, requests, screen, setScreen);

  async function finish(result: RequestResult, signal?: AbortSignal) {
    const needsMessages = result.kind === "failed" || (result.kind !== "panel" && result.textKey);
    const messages = needsMessages ? await texts.load() : texts;
    if (signal?.aborted) return;

    const { screen: next, message } = nextScreen(result, { definition, texts: messages, places });
    form.endSending(message);
    if (next.kind === "completed" || next.kind === "closed") form.clear();
    else if (next.kind === "failed" && !next.canReturn) form.clearPasswords();

    if (next.kind === "closed") return next.panel ? show(next.panel, next.about) : onClosed();
    setScreen(next);
  }

  return {
    definition,
    screen,
    busy: requests.busy,
    send: () => void requests.perform(definition.action.type, form.payload()),
    act(action) {
      runAction(action, {
        ...options,
        go: (to) => go(path(to)),
        openWindow: (url) => window.open(url, "_blank", "noopener"),
        perform(name) {
          if (requests.busy) return;
          if (screen !== FORM) return void requests.perform(name, requests.sentValues.current);

          setScreen({ kind: "waiting" });
          void requests.perform(name, form.payload());
        },
      });
    },
    finish: (result) => void finish(result),
    back: () => setScreen(FORM),
  };
}

type Requests = ReturnType<typeof useRequests>;

/** Sends the requests of a form. A new one aborts the one before it. `finish` processes the result of one that was not aborted. */
function useRequests(
  { definition, form, request, about, keepOpen }: OnboardingOptions,
  finish: (result: RequestResult, signal: AbortSignal) => Promise<void>,
) {
  const [busy, setBusy] = useState<RequestAction>();
  const inFlight = useRef<AbortController>(undefined);
  const sentValues = useRef<Values>({});
  const [openedAt_ms] = useState(Date.now);

  const abort = useCallback(() => {
    inFlight.current?.abort();
    inFlight.current = undefined;
    sentValues.current = {};
    form.clearPasswords();
  }, [form]);

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

  return { busy, setBusy, perform, abort, inFlight, sentValues };
}

/** Returns to the empty form when the container closes. Another player's values are removed, and a new player needs no form for guests. */
function useResets(
  { form, isForGuests, close, whenClosed, onEmptied }: OnboardingOptions,
  { abort, setBusy, inFlight }: Requests,
  screen: Screen,
  setScreen: (screen: Screen) => void,
) {
  // Another panel replaced this one.
  useEffect(() => abort, [abort]);

  // A layout effect, so that it runs before the user can close the container.
  useLayoutEffect(
    () =>
      whenClosed((byVisit) => {
        // A response that arrives from here on is ignored (B5).
        abort();
        setBusy(undefined);
        setScreen(FORM);
        if (!byVisit) form.clearAll();
        onEmptied?.();
      }),
    [whenClosed, abort, setBusy, setScreen, form, onEmptied],
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
    [close, isForGuests, screen, form, onEmptied, inFlight],
  );
}

/** The functions that actions call. */
export interface ActionPorts {
  /** Whether the container is open. */
  isOpen(): boolean;
  close(): void;
  show(panel: string, about?: string): void;
  /** Visits a page of the site. */
  go(path: string): void;
  /** Opens a URL in a new window without access to this one. */
  openWindow(url: string): void;
  /** Sends a request to the account service. */
  perform(name: RequestAction): void;
}

/** Runs an action; actions that are not the site's own are sent to the account service (row 4.2-32). */
export function runAction({ type, about = "" }: Action, ports: ActionPorts): void {
  switch (type) {
    case "SHOW_ONBOARDING":
      ports.show(about || "login");
      break;
    case "ONBOARDING_TOGGLE":
    case "MODAL_TOGGLE":
      if (ports.isOpen()) ports.close();
      else ports.show(about || "login");
      break;
    case "SHOW_DETAILS_FORM":
      ports.show("moreDetails");
      break;
    case "SHOW_CASHIER":
    case "OPEN_CASHIER":
      ports.show("cashier");
      break;
    case "INSTANT_CHAT":
      ports.close();
      ports.show("chat", about || undefined);
      break;
    case "ROUTE":
      ports.close();
      ports.go(about || "/");
      break;
    case "EXTERNAL_LINK":
      ports.openWindow(about);
      break;
    case "WELCOME_OFFER":
    case "CUSTOM_COUPON":
      // Only pages contain offers, and they render them with a lazy component.
      break;
    default:
      ports.perform(type);
  }
}

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
