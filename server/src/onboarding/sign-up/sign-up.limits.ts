import { createHash } from 'node:crypto';
import { comparisonKey } from '@portico/contract';
import { defineLimit } from '../../core/http/limits.ts';

/** The key of limits by mail address, so that limits do not store the address itself. */
export function hashEmail(email: string): string {
  return createHash('sha256').update(comparisonKey(email)).digest('base64url');
}

/** Seconds for which too many attempts block (SIGN-20). */
const blockSeconds = 59;

/** Maximum forms from one address. An office of 50 people who each try twice stays below. */
export const formsByAddress = defineLimit('sign-up', 120, blockSeconds);
/** Maximum forms from one address in an hour: an office does not continue for that long. */
export const formsByAddressInAnHour = defineLimit('sign-up-hour', 400, 3_600);
/** Maximum forms for one mail address. Each may send mail and check a card. */
export const formsByEmail = defineLimit('sign-up-email', 6, blockSeconds);
export const formsByEmailInAnHour = defineLimit('sign-up-email-hour', 20, 3_600);

/**
 * Maximum forms with one real card, identified by its fingerprint. Each could reveal whether an address is known
 * (decision 0036).
 */
export const formsByCard = defineLimit('sign-up-card', 10, 3_600);

/**
 * Maximum wrong coupons from one address. The wrong coupons of one browser have the same limit as those of an account
 * (CPN-9).
 */
export const wrongCouponsByAddress = defineLimit('sign-up-coupon', 60, blockSeconds);
/** Maximum coupons looked up from one address, including valid ones. */
export const couponsByAddress = defineLimit('sign-up-coupon-look-up', 300, 60);

/** Maximum previews, each of which calls the payment provider. */
export const previewsByVisitor = defineLimit('sign-up-preview', 60, 60);
export const previewsByAddress = defineLimit('sign-up-preview-address', 300, 60);

/** Maximum requests to add a card. */
export const setupsByVisitor = defineLimit('sign-up-setup', 20, 60);
export const setupsByAddress = defineLimit('sign-up-setup-address', 200, 60);

/** Maximum recorded steps from one address in a minute. */
export const stepsByAddress = defineLimit('sign-up-steps', 3_000, 60);
/**
 * Maximum recorded steps from one address in an hour. An address cannot add more rows a day than are deleted in a
 * day.
 */
export const stepsByAddressInAnHour = defineLimit('sign-up-steps-hour', 20_000, 3_600);
/** Maximum proofs of work handed out to one address. */
export const challengesByAddress = defineLimit('sign-up-challenges', 600, 60);
/** Maximum status requests for a registration; each may call the payment provider. */
export const lookupsByAddress = defineLimit('sign-up-looks', 600, 60);

/** Maximum mails to a user whose address is already known. */
export const knownAddressMails = defineLimit('sign-up-known', 3, 60 * 60);
/** Maximum mails to a person whose organization has an account. */
export const colleagueMails = defineLimit('sign-up-colleague', 3, 60 * 60);
/** Maximum confirmation links that a user is sent when signing in. */
export const confirmationReminders = defineLimit('sign-up-reminder', 3, 60 * 60);

/** Minimum seconds between two mails of one sign-up. */
export const resendPauseSeconds = 30;
/**
 * Limits how often a browser sends the mail again or corrects the address. Each time also counts as a form (SIGN-20).
 */
export const resendsByVisitor = defineLimit('sign-up-again', 6, 60 * 60);
