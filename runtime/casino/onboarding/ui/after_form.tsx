// The page that replaces a form: the result, and the next actions (rows 3-39, section 8).

import { type LazyOptions, lazyComponent } from "@croupier/loader/lazy-component";
import type { Action, CompletionOption } from "../../content/failure_messages";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import { Button, buttonClass, Link } from "../../ui/controls/button";
import type { OfferProps } from "../offers/offers";
import type { OnboardingFlow } from "./use_onboarding";

/** The props of the page. */
export interface AfterFormProps extends PanelProps {
  readonly flow: OnboardingFlow;
}

/** These actions leave the page, so no close button is needed. */
const LEAVING_ACTIONS: readonly string[] = ["ROUTE", "MODAL_TOGGLE", "ONBOARDING_TOGGLE"];
/** These actions are rendered by a lazy component, which loads the code that a click needs in advance. */
const OFFER_ACTIONS: readonly string[] = ["WELCOME_OFFER", "CUSTOM_COUPON", "OPEN_CASHIER"];

/** Renders the current page of a flow. Its title gets the focus, because the focused field was removed. */
export function AfterForm({ flow, ...props }: AfterFormProps) {
  const { screen, busy } = flow;
  if (!("page" in screen))
    return <Frame {...props} title={flow.definition.loadingMessage ?? props.formTexts.wait} focus />;

  const { page } = screen;
  const { options, messages = [] } = page;
  const canReturn = screen.kind === "failed" && screen.canReturn;
  const { formTexts, after } = props;
  const canLeave = [...options, ...messages].some(({ action }) => action && LEAVING_ACTIONS.includes(action.type));

  return (
    <Frame {...props} title={page.title} focus>
      {page.subtitle && <p className="modal__message">{page.subtitle}</p>}
      <div className="modal__actions">
        {options.map((option, index) =>
          OFFER_ACTIONS.includes(option.action.type) ? (
            <Offer key={option.title} option={option} isFirst={index === 0} flow={flow} />
          ) : (
            <Option
              key={option.title}
              option={option}
              isFirst={index === 0}
              isBusy={busy === option.action.type}
              onAction={flow.act}
            />
          ),
        )}
        {screen.kind === "completed" && after?.panel === "game" && (
          <PlayGame code={after.about ?? ""} onPlay={() => props.show(after.panel, after.about)} />
        )}
        {canReturn && (
          <Button kind="quiet" wide onClick={flow.back}>
            {formTexts.back}
          </Button>
        )}
        {!canReturn && !canLeave && (
          <Button kind={options.length ? "quiet" : "filled"} wide onClick={props.close}>
            {formTexts.close}
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

interface PageOfferProps {
  readonly option: CompletionOption;
  readonly isFirst: boolean;
  readonly flow: OnboardingFlow;
}

const renderButton = ({ option, isFirst }: OfferProps, isBusy: boolean, onClick?: () => void) => (
  <Button kind={isFirst ? "filled" : "quiet"} wide busy={isBusy} onClick={onClick}>
    {option.title}
  </Button>
);
/** After a failed load, a click loads the code again. */
const lazyOptions: LazyOptions<OfferProps> = {
  placeholder: (props) => renderButton(props, true),
  errorView: (props, retry) => renderButton(props, false, retry),
};
/** The button of the game that a guest pressed before the form (A8). */
const PlayGame = lazyComponent(() => import("../../game_panel/play_game").then(({ PlayGame }) => PlayGame));
const CouponOffer = lazyComponent(() => import("../offers/offers").then(({ OfferOption }) => OfferOption), lazyOptions);
/** Its code is loaded before it is rendered, so that the cashier opens within the click (row 4.2-31). */
const DepositOffer = lazyComponent(async () => {
  const { DepositButton } = await import("../../deposit/ui/deposit_button");
  return ({ option, isFirst }: OfferProps) => (
    <DepositButton label={option.title} kind={isFirst ? "filled" : "quiet"} />
  );
}, lazyOptions);

function Offer({ flow, ...offerProps }: PageOfferProps) {
  const { message, action } = offerProps.option;
  const OfferOption = action.type === "OPEN_CASHIER" ? DepositOffer : CouponOffer;
  return (
    <div className="form__field">
      <OfferOption {...offerProps} definition={flow.definition} finish={flow.finish} />
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
