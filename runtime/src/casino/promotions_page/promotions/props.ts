// Props of the coupons page for visitors.

import type { Promotions } from "../../api/contract";
import type { PageProps } from "../page_messages";

/** The island's props. */
export interface GuestProps extends PageProps {
  /** The default promotions in the format of /rtgcoupons.json. */
  readonly promotions: Promotions;
}
