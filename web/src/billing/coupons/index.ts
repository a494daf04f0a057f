export { CouponLinks } from './components/coupon-links.tsx';
export { Redemptions } from './components/redemptions.tsx';
