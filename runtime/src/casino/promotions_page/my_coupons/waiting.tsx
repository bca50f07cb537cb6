// Placeholders for coupons that are loading. They have the size of cards to reduce layout shifts.

import { Skeleton } from "../../ui/display/skeleton";

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
