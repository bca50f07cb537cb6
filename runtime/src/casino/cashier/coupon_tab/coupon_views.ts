// The cashier's views with cards in one chunk, which many players never need.

export { ActiveCouponView } from "./active_coupon_view";
export { CouponList } from "./coupon_list";
