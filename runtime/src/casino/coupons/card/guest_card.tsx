// A promotion as visitors see it: it is in the HTML, and its button opens SIGN UP before any script has run (rows 2.9-10, 4.4-10).

import { ID } from "../../../signals";
import { buttonClass } from "../../ui/controls/button";
import { CardBody, type CardFacts } from "./card_body";
import { Contents } from "./contents";

/** Draws it. SIGN UP is opened about the code, which waits in a cookie for the player there will be (A65). */
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
        {props.words.buttons.guest}
      </button>
    </CardBody>
  );
}
