import { createHash } from 'node:crypto';
import { defineLimit } from '../../core/http/limits.ts';

/** What limits of one mail address count by: the address itself is not kept beside a limit. */
export function hashEmail(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}

/** Seconds for which too many attempts block (SIGN-20). */
const blockSeconds = 59;

/** Forms from one address. An office of 50 people, each of whom tries twice, stays below. */
export const formsByAddress = defineLimit('sign-up', 120, blockSeconds);
/** The same in an hour: what goes on is no office. */
export const formsByAddressInAnHour = defineLimit('sign-up-hour', 400, 3_600);
/** Forms for one mail address, each of which may mail something and ask for a card. */
export const formsByEmail = defineLimit('sign-up-email', 6, blockSeconds);
export const formsByEmailInAnHour = defineLimit('sign-up-email-hour', 20, 3_600);

/** Forms with one real card, known by its fingerprint: each could tell whether an address is known (decision 0036). */
export const formsByCard = defineLimit('sign-up-card', 10, 3_600);

/** Wrong coupons from one address; those of one browser have the limit of an account (CPN-9). */
export const wrongCouponsByAddress = defineLimit('sign-up-coupon', 60, blockSeconds);
/** Coupons looked up from one address, right ones included. */
export const couponsByAddress = defineLimit('sign-up-coupon-look-up', 300, 60);

/** Previews, each of which asks the payment provider. */
export const previewsByVisitor = defineLimit('sign-up-preview', 60, 60);
export const previewsByAddress = defineLimit('sign-up-preview-address', 300, 60);

/** Forms for cards. */
export const setupsByVisitor = defineLimit('sign-up-setup', 20, 60);
export const setupsByAddress = defineLimit('sign-up-setup-address', 200, 60);

/** Steps that are counted. */
export const stepsByAddress = defineLimit('sign-up-steps', 3_000, 60);
/** The same in an hour: no more rows a day come from one address than are deleted in a day. */
export const stepsByAddressInAnHour = defineLimit('sign-up-steps-hour', 20_000, 3_600);
/** Proofs of work that are handed out. */
export const challengesByAddress = defineLimit('sign-up-challenges', 600, 60);
/** Looks at how a registration stands; each may ask the payment provider. */
export const lookupsByAddress = defineLimit('sign-up-looks', 600, 60);

/** Mails to somebody whose address is known already. */
export const knownAddressMails = defineLimit('sign-up-known', 3, 60 * 60);
/** Mails to somebody whose organization has an account. */
export const colleagueMails = defineLimit('sign-up-colleague', 3, 60 * 60);
/** Links to confirm an address that a user is sent at sign-ins. */
export const confirmationReminders = defineLimit('sign-up-reminder', 3, 60 * 60);
