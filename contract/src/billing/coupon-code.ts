/** The code of a coupon: letters, digits and hyphens. */
export const couponCodePattern = /^[A-Za-z0-9-]{1,40}$/;
