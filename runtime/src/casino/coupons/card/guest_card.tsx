// The card of a promotion for visitors. It is part of the HTML, and its button opens SIGN UP without scripts (rows 2.9-10, 4.4-10).

import { ID } from "../../../signals";
import { buttonClass } from "../../ui/controls/button";
import { CardBody, type CardFacts } from "./card_body";
import { Contents } from "./contents";

/** Renders the card. The button passes the code to SIGN UP, where a cookie stores it until the signup is complete (A65). */
export function GuestCard(props: Omit<CardFacts, "status">) {
  return (
    <CardBody {...props} status="available" Contents={Contents}>
      <button
        type="button"
        className={buttonClass({ wide: true })}
        command="--open"
        commandfor={ID.modal}
        value="signup"
        data-about={props.promotion.code}
      >
        {props.texts.buttons.guest}
      </button>
    </CardBody>
  );
}
