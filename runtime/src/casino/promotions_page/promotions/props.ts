// What the coupons page of visitors is drawn from.

import type { Promotions } from "../../api/contract";
import type { PageProps } from "../page_messages";

/** The island's props. */
export interface GuestProps extends PageProps {
  /** The promotions of everybody, as /rtgcoupons.json has them. */
  readonly promotions: Promotions;
}
