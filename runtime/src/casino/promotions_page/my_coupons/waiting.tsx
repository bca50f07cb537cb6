// Places for coupons that are on their way: as large as they will be, so that little moves when they come.

import { Skeleton } from "../../ui/display/skeleton";

/** Draws three; `label` says it to those who do not see them. */
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
