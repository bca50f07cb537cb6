// The cashier's views with cards on them: code of their own, which many a player never needs.

export { ActiveChoice } from "./active_coupon_view";
export { CouponList } from "./coupon_list";
