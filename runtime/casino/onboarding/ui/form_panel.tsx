// The panel of every form but LOGIN. It loads the definition as a static query, and the code of the request with it (rows 2.13).

import type { Data } from "croupier:types";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { formatMoney } from "../../content/format";
import { ALL_FIELDS } from "../../forms/controls/all_fields";
import type { OnboardingDefinition } from "../../forms/definition";
import { Form } from "../../forms/form";
import { type Form as FormStore, getForm } from "../../forms/form_store";
import type { Values } from "../../forms/rules/rule";
import { Frame, TITLE_ID } from "../../panel/frame";
import { isForGuests, type PanelProps } from "../../panel/panel";
import { makeRequest, preloadRequest } from "../requests/all";
import { type OnboardingFlow, useAfterForm, useOnboarding } from "./use_onboarding";

/** A definition that does not arrive within this time is reported as missing, in milliseconds; loading continues. */
const TIMEOUT_MS = 10_000;

/** Renders the form that the panel names. */
export function Panel(props: PanelProps) {
  const { panel, texts } = props;
  const definition = useQuery<OnboardingDefinition>(`onboarding/${panel}`);
  const [isLate, setLate] = useState(false);
  const [Details, setDetails] = useState<typeof import("./details").WithDetails>();
  const isAboutPlayer = panel === "moreDetails";

  useEffect(() => {
    const timer = setTimeout(setLate, TIMEOUT_MS, true);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (isAboutPlayer)
      import("./details").then(
        ({ WithDetails }) => setDetails(() => WithDetails),
        () => setLate(true),
      );
  }, [isAboutPlayer]);

  const placeholder = <Frame {...props} title={isLate ? texts.failed : texts.loading} focus />;
  if (!definition || (isAboutPlayer && !Details)) return placeholder;
  if (!Details) return <Onboarding {...props} definition={definition} />;

  return (
    <Details definition={definition} placeholder={placeholder}>
      {(formInput) => <Onboarding {...props} {...formInput} />}
    </Details>
  );
}

/** Returns whether a form belongs to a link that skips the form if it can. */
const isQuick = (panel: string) => panel === "quickredeem" || panel === "quickplay";

/** A form with its definition and its initial values. */
type OnboardingProps = PanelProps & {
  readonly definition: OnboardingDefinition;
  readonly initial?: Values | undefined;
};

function Onboarding({ definition, initial, ...props }: OnboardingProps) {
  const { panel, about, after: nextPanel, formTexts, close, whenClosed, show } = props;
  const form = useMemo(() => getForm(panel, definition, ALL_FIELDS), [panel, definition]);
  const places = offerPlaces(useQuery<Offer>("offer"));

  useStoredCoupon(panel === "signup" ? about : undefined);
  // Comes before the effects of the flow, which empty the form when it is closed.
  const endWatch = useAbandonment(form, panel, whenClosed);

  const flow = useOnboarding({
    ...props,
    definition,
    form,
    places,
    request: makeRequest,
    isForGuests: isForGuests(panel),
    // The panel that required a player opens after the sign-in.
    onClosed: () => (nextPanel ? show(nextPanel.panel, nextPanel.about) : close()),
  });

  const screenAfterForm = useAfterForm(props, flow);
  const { page } = useStore(form.$state, form.initialState);
  const isOpening = useOpeningLink(definition, panel, show, flow.act);

  useEffect(() => {
    if (flow.screen.kind === "completed") endWatch.current?.(true);
  }, [flow.screen, endWatch]);

  useEffect(() => {
    if (initial) form.prefill(initial);
  }, [form, initial]);

  useEffect(() => preloadRequest(definition.action.type), [definition]);

  useFocusedField(!screenAfterForm && !isOpening);

  if (isOpening) return <Frame {...props} title={definition.loadingMessage ?? formTexts.wait} focus />;
  if (screenAfterForm) return screenAfterForm;

  return (
    <Frame {...props} title={definition.title}>
      {definition.subtitle && page === 0 && definition.layout !== "compact" && (
        <p className="modal__text">{definition.subtitle}</p>
      )}
      <Form
        form={form}
        texts={formTexts}
        // Account details are sent with the session's token instead.
        notice={definition.action.type === "playerUpdate" ? "" : props.notice}
        onSend={flow.send}
        onAction={flow.act}
      />
    </Frame>
  );
}

/** Stores the coupon of a card whose SIGN UP opened this form, for the new player (row 3-44). */
function useStoredCoupon(code: string | undefined) {
  useEffect(() => {
    if (code)
      import("../../coupons/model/coupon_cookies").then(
        ({ storeCoupon }) => storeCoupon(code),
        () => undefined,
      );
  }, [code]);
}

/** Reports a form that is closed before it succeeds. Returns the function that ends this, once its code is loaded. */
function useAbandonment(form: FormStore, type: string, whenClosed: PanelProps["whenClosed"]) {
  const [openedAt_ms] = useState(Date.now);
  const endWatch = useRef<(hasSucceeded: boolean) => void>(undefined);

  useLayoutEffect(() => {
    const values = () => (form.$state.get().isSending ? {} : form.$state.get().values);
    let isUnmounted = false;

    import("../model/abandonment").then(
      ({ watchAbandonment }) => {
        if (!isUnmounted) endWatch.current = watchAbandonment({ type, values, openedAt_ms });
      },
      () => undefined,
    );

    const removeListener = whenClosed(() => endWatch.current?.(false));
    return () => {
      isUnmounted = true;
      removeListener();
      endWatch.current?.(false);
    };
  }, [form, type, openedAt_ms, whenClosed]);

  return endWatch;
}

/** Opens a link without the form (rows 4.2-33, 4.2-34). Returns true until it is known whether the form is needed. */
function useOpeningLink(
  definition: OnboardingDefinition,
  panel: string,
  show: PanelProps["show"],
  act: OnboardingFlow["act"],
): boolean {
  const [isOpening, setOpening] = useState(definition.quickplayEnabled === true || isQuick(panel));
  const runAction = useRef(act);
  runAction.current = act;

  useEffect(() => {
    if (!isOpening) return;

    const abort = new AbortController();
    const { signal } = abort;
    const openPorts = { show, send: () => runAction.current(definition.action) };

    // If the code fails to load, the form is shown.
    void import("../requests/quick")
      .then((module) => module.openReplacement(panel, openPorts, signal))
      .catch(() => undefined)
      .then(() => {
        if (!signal.aborted) setOpening(false);
      });

    return () => abort.abort();
  }, [isOpening, panel, definition, show]);

  return isOpening;
}

/** Focuses the first field, or the title on a phone: focusing a field opens its keyboard, which would hide the text of the form. */
function useFocusedField(isFormShown: boolean) {
  useEffect(() => {
    if (!isFormShown) return;

    const title = document.getElementById(TITLE_ID);
    const field = title?.closest("dialog")?.querySelector<HTMLElement>("form :is(input, select)");
    (matchMedia("(pointer: coarse)").matches ? title : (field ?? title))?.focus();
  }, [isFormShown]);
}

/** The welcome offer, one of the files in content/data/promotions/, which have the same type. Amounts are in cents. */
type Offer = Pick<Data["promotions/dep200"], "code" | "steps" | "wagering">;

/** Returns the placeholders for texts about the offer; empty while the offer is unknown, and if it is no bonus with a largest amount. */
export function offerPlaces(offer: Offer | undefined): Readonly<Record<string, string | number>> {
  const { code, steps = [], wagering = [] }: Partial<Offer> = offer ?? {};
  const { percent, maximum } = steps.at(-1) ?? {};
  const [first] = steps;
  const [times] = wagering;
  if (!code || !first || !percent || !maximum || times === undefined) return {};

  const dollars = (cents: number) => formatMoney(cents, "$", "short");

  return {
    code,
    percent,
    up_to: dollars((maximum * percent) / 100),
    minimum: dollars(first.minimum),
    times,
  };
}
