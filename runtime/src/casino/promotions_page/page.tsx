// What both islands of the coupons page share: their props, placeholders for coupons that are loading, and the parameters of the
// URL.

import type { Promotions } from "../api/contract";
import type { CardTexts } from "../coupons/model/card_messages";
import { $location } from "../stores/location";
import { Skeleton } from "../ui/display/content";
import { useStore } from "../ui/use_store";

/** Props of both islands. */
export interface PageProps {
  readonly texts: CardTexts;
  /** The support email address. */
  readonly email: string;
}

/** The island's props. */
export interface PlayerProps extends PageProps {
  /** The message if coupons fail to load, with the retry button (A129). */
  readonly empty: { readonly coupons: string; readonly retry: string };
}

/** The island's props. */
export interface GuestProps extends PageProps {
  /** The default promotions in the format of /rtgcoupons.json. */
  readonly promotions: Promotions;
}

/** Renders three placeholders. `label` is for screen readers. */
export function Waiting({ label }: { readonly label: string }) {
  return (
    <div className="promotions__list" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      {["first", "second", "third"].map((name) => (
        <div key={name} className="promotions__place">
          <Skeleton shape="block" />
        </div>
      ))}
    </div>
  );
}

/** Returns the value of the parameter; empty if the URL has none, and during hydration. */
export function useParameter(name: string): string {
  const location = useStore($location, undefined);
  return new URLSearchParams(location?.search).get(name) ?? "";
}
