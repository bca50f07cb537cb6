// The page that replaces a form: the result, and the next actions (rows 3-39, section 8).

import type { Action, CompletionOption } from "../../content/completion";
import { LatePlayGame } from "../../games/game_panel/late_play_game";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import { Button, buttonClass } from "../../ui/controls/button";
import { Link } from "../../ui/controls/link";
import { type LazyOptions, lazyComponent } from "../../ui/lazy_component";
import type { OfferProps } from "../offers/option";
import type { Flow } from "./use_flow";

/** The props of the page. */
export interface AfterFormProps extends PanelProps {
  readonly flow: Flow;
}

/** These actions leave the page, so no close button is needed. */
const WAYS_OUT: readonly string[] = ["ROUTE", "MODAL_TOGGLE", "ONBOARDING_TOGGLE"];
/** These actions are rendered by a lazy component, which loads the code that a click needs in advance. */
const OFFERS: readonly string[] = ["WELCOME_OFFER", "CUSTOM_COUPON", "OPEN_CASHIER"];

/** Renders the current page of a flow. Its title gets the focus, because the focused field was removed. */
export function AfterForm({ flow, ...props }: AfterFormProps) {
  const { step, busy } = flow;
  if (!("page" in step))
    return <Frame {...props} title={flow.definition.loadingMessage ?? props.formWords.wait} focus />;
  const { page } = step;
  const { options, messages = [] } = page;
  const canReturn = step.kind === "failed" && step.canReturn;
  const { formWords, after } = props;
  const hasWayOut = [...options, ...messages].some(({ action }) => action && WAYS_OUT.includes(action.type));
  return (
    <Frame {...props} title={page.title} focus>
      {page.subtitle && <p className="modal__message">{page.subtitle}</p>}
      <div className="modal__actions">
        {options.map((option, at) =>
          OFFERS.includes(option.action.type) ? (
            <Offer
              key={option.title}
              option={option}
              isFirst={at === 0}
              flow={flow}
              fallback={props.fallback}
              name={props.name}
            />
          ) : (
            <Option
              key={option.title}
              option={option}
              isFirst={at === 0}
              isBusy={busy === option.action.type}
              onAction={flow.act}
            />
          ),
        )}
        {step.kind === "completed" && after?.panel === "game" && (
          <LatePlayGame code={after.about ?? ""} onPlay={() => props.show(after.panel, after.about)} />
        )}
        {canReturn && (
          <Button kind="quiet" wide onClick={flow.back}>
            {formWords.back}
          </Button>
        )}
        {!canReturn && !hasWayOut && (
          <Button kind={options.length ? "quiet" : "filled"} wide onClick={props.close}>
            {formWords.close}
          </Button>
        )}
      </div>
      {messages.length > 0 && (
        <p className="form__links">
          {messages.map(({ text, action }) =>
            action ? (
              <button type="button" className="form__link" key={text} onClick={() => flow.act(action)}>
                {text}
              </button>
            ) : (
              <span key={text}>{text}</span>
            ),
          )}
        </p>
      )}
    </Frame>
  );
}

interface GivenOffer {
  readonly option: CompletionOption;
  readonly isFirst: boolean;
  readonly flow: Flow;
  readonly fallback: string;
  readonly name: string;
}

const button = ({ option, isFirst }: OfferProps, isBusy: boolean, onClick?: () => void) => (
  <Button kind={isFirst ? "filled" : "quiet"} wide busy={isBusy} onClick={onClick}>
    {option.title}
  </Button>
);
/** After a failed load, a click loads the code again. */
const states: LazyOptions<OfferProps> = {
  waiting: (props) => button(props, true),
  failed: (props, retry) => button(props, false, retry),
};
const CouponOffer = lazyComponent(() => import("../offers/option").then(({ OfferOption }) => OfferOption), states);
const DepositOffer = lazyComponent(
  () => import("../offers/deposit_option").then(({ OfferOption }) => OfferOption),
  states,
);

function Offer({ flow, ...given }: GivenOffer) {
  const { message, action } = given.option;
  const OfferOption = action.type === "OPEN_CASHIER" ? DepositOffer : CouponOffer;
  return (
    <div className="form__field">
      <OfferOption {...given} definition={flow.definition} finish={flow.finish} />
      {message && <p className="field__hint">{message}</p>}
    </div>
  );
}

interface OptionProps {
  readonly option: CompletionOption;
  readonly isFirst: boolean;
  readonly isBusy: boolean;
  readonly onAction: (action: Action) => void;
}

function Option({ option: { title, message, action }, isFirst, isBusy, onAction }: OptionProps) {
  const kind = isFirst ? "filled" : "quiet";
  return (
    <div className="form__field">
      {action.type === "ROUTE" && action.about ? (
        <Link className={buttonClass({ kind, wide: true })} to={action.about}>
          {title}
        </Link>
      ) : (
        <Button kind={kind} wide busy={isBusy} onClick={() => onAction(action)}>
          {title}
        </Button>
      )}
      {message && <p className="field__hint">{message}</p>}
    </div>
  );
}
