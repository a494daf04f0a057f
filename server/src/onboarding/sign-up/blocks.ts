import type { ResponseOf, signUp } from '@portico/contract';
import { isHashingFull } from '../../accounts/index.ts';
import { findVisitorCouponBlock } from '../../billing/index.ts';
import type { Database } from '../../core/db/database.ts';
import { keyOfAddress } from '../../core/http/address.ts';
import { createCrowd } from './crowd.ts';
import { keyOfEmail } from './key-of-email.ts';
import {
  formsByAddress,
  formsByAddressInAnHour,
  formsByEmail,
  formsByEmailInAnHour,
  looksByAddress,
} from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';

/**
 * Until when a form would be refused as one too many (SIGN-20); null where it would not be. It says the same of known and unknown addresses.
 * @param email the form's; left out before one was typed
 */
export async function findBlock(
  database: Database,
  { key, addressKey }: Pick<Visitor, 'key' | 'addressKey'>,
  email = '',
): Promise<Date | null> {
  const emailKey = keyOfEmail(email);
  const ends = await Promise.all([
    findVisitorCouponBlock(database, key),
    formsByAddress.nextAt(database, addressKey),
    formsByAddressInAnHour.nextAt(database, addressKey),
    ...(email === '' ? [] : [formsByEmail.nextAt(database, emailKey), formsByEmailInAnHour.nextAt(database, emailKey)]),
  ]);
  return ends.reduce((latest, end) => (end && (!latest || end > latest) ? end : latest), null);
}

/** Who is about to be registered in this process: the queue of hashes is the first to be full (SIGN-31). */
export const crowd = createCrowd(isHashingFull);

/** The address that a place is reserved for. The largest IPv6 network that one customer usually gets is one address. */
export const networkOf = ({ address }: Visitor): string => keyOfAddress(address, 48);

/** The same for the page, before it posts its form: what was typed stays there meanwhile. While too many others register it waits as well (SIGN-31). */
export async function getBlock(
  { database }: { readonly database: Database },
  visitor: Visitor,
  email: string,
): Promise<ResponseOf<typeof signUp.checkBlock>> {
  await looksByAddress.take(database, visitor.addressKey);
  const until = await findBlock(database, visitor, email);
  if (until) {
    const secondsLeft = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
    return { blockedTo: until.toISOString(), secondsLeft, isBusy: false };
  }
  const secondsLeft = crowd.ask(networkOf(visitor));
  const isBusy = secondsLeft > 0;
  const blockedTo = isBusy ? new Date(Date.now() + secondsLeft * 1000).toISOString() : null;
  return { blockedTo, secondsLeft, isBusy };
}
