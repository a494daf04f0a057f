import type { ResponseOf, signUp } from '@portico/contract';
import { isHashingFull } from '../../accounts/index.ts';
import { findVisitorCouponBlock } from '../../billing/index.ts';
import type { Database } from '../../core/db/database.ts';
import { keyOfAddress } from '../../core/http/address.ts';
import { createCrowd } from './crowd.ts';
import {
  formsByAddress,
  formsByAddressInAnHour,
  formsByEmail,
  formsByEmailInAnHour,
  hashEmail,
  lookupsByAddress,
} from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';

/**
 * When the next form will be accepted; null if no limit blocks it (SIGN-20). The result is the same for known and unknown addresses. @param email the
 * form's address; empty before it is typed
 */
export async function findBlock(
  database: Database,
  { key, addressKey }: Pick<Visitor, 'key' | 'addressKey'>,
  email = '',
): Promise<Date | null> {
  const emailKey = hashEmail(email);
  const ends = await Promise.all([
    findVisitorCouponBlock(database, key),
    formsByAddress.nextAt(database, addressKey),
    formsByAddressInAnHour.nextAt(database, addressKey),
    ...(email === '' ? [] : [formsByEmail.nextAt(database, emailKey), formsByEmailInAnHour.nextAt(database, emailKey)]),
  ]);
  return ends.reduce((latest, end) => (end && (!latest || end > latest) ? end : latest), null);
}

/** The registrations in progress in this process. The hashing queue is the first to fill up (SIGN-31). */
export const crowd = createCrowd(isHashingFull);

/** The network for which a place is reserved. An IPv6 /48, the largest network that a customer usually gets, counts as one. */
export const networkKey = ({ address }: Visitor): string => keyOfAddress(address, 48);

/**
 * Lets the page check for a block before it posts, so that the form is not lost. It also waits while too many others
 * register (SIGN-31). Its place is reserved before any query, which keeps waiting pages off the database.
 */
export async function getBlock(
  { database }: { readonly database: Database },
  visitor: Visitor,
  email: string,
): Promise<ResponseOf<typeof signUp.checkBlock>> {
  const network = networkKey(visitor);
  const busySeconds = crowd.reserve(network);
  if (busySeconds > 0) {
    const blockedTo = new Date(Date.now() + busySeconds * 1000).toISOString();
    return { blockedTo, secondsLeft: busySeconds, isBusy: true };
  }
  try {
    await lookupsByAddress.take(database, visitor.addressKey);
    const until = await findBlock(database, visitor, email);
    if (!until) return { blockedTo: null, secondsLeft: 0, isBusy: false };
    crowd.release(network);
    const secondsLeft = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
    return { blockedTo: until.toISOString(), secondsLeft, isBusy: false };
  } catch (error) {
    crowd.release(network);
    throw error;
  }
}
