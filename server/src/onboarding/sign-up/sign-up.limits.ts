import { createHash } from 'node:crypto';
import { defineLimit } from '../../core/http/limits.ts';

/** The key of limits by mail address, so that limits do not store the address itself. */
export function hashEmail(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}

/** Seconds for which too many attempts block (SIGN-20). */
const blockSeconds = 59;

/** Forms from one address. An office of 50 people who each try twice stays below. */
export const formsByAddress = defineLimit('sign-up', 120, blockSeconds);
/** Forms from one address in an hour: an office does not continue for that long. */
export const formsByAddressInAnHour = defineLimit('sign-up-hour', 400, 3_600);
/** Forms for one mail address. Each may send mail and check a card. */
export const formsByEmail = defineLimit('sign-up-email', 6, blockSeconds);
export const formsByEmailInAnHour = defineLimit('sign-up-email-hour', 20, 3_600);

/** Forms with one real card, identified by its fingerprint. Each could reveal whether an address is known (decision 0036). */
export const formsByCard = defineLimit('sign-up-card', 10, 3_600);

/** Wrong coupons from one address. Those of one browser have the limit of an account (CPN-9). */
export const wrongCouponsByAddress = defineLimit('sign-up-coupon', 60, blockSeconds);
/** Coupons looked up from one address, including valid ones. */
export const couponsByAddress = defineLimit('sign-up-coupon-look-up', 300, 60);

/** Previews, each of which calls the payment provider. */
export const previewsByVisitor = defineLimit('sign-up-preview', 60, 60);
export const previewsByAddress = defineLimit('sign-up-preview-address', 300, 60);

/** Requests to add a card. */
export const setupsByVisitor = defineLimit('sign-up-setup', 20, 60);
export const setupsByAddress = defineLimit('sign-up-setup-address', 200, 60);

/** Recorded steps. */
export const stepsByAddress = defineLimit('sign-up-steps', 3_000, 60);
/** Recorded steps in an hour. One address cannot add more rows a day than are deleted in a day. */
export const stepsByAddressInAnHour = defineLimit('sign-up-steps-hour', 20_000, 3_600);
/** Proofs of work handed out. */
export const challengesByAddress = defineLimit('sign-up-challenges', 600, 60);
/** Status requests for a registration; each may call the payment provider. */
export const lookupsByAddress = defineLimit('sign-up-looks', 600, 60);

/** Mails to a user whose address is already known. */
export const knownAddressMails = defineLimit('sign-up-known', 3, 60 * 60);
/** Mails to a person whose organization has an account. */
export const colleagueMails = defineLimit('sign-up-colleague', 3, 60 * 60);
/** Confirmation links that a user is sent when signing in. */
export const confirmationReminders = defineLimit('sign-up-reminder', 3, 60 * 60);
