import { createHash } from 'node:crypto';
import type { ResponseOf, signUp } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { visitorsCouponBlock } from '../coupons/index.ts';
import {
  formsByAddress,
  formsByAddressInAnHour,
  formsByEmail,
  formsByEmailInAnHour,
  looksByAddress,
} from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';

/** What limits of one mail address count by: the address itself is not kept beside a limit. */
export function keyOfEmail(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}

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
    visitorsCouponBlock(database, key),
    formsByAddress.nextAt(database, addressKey),
    formsByAddressInAnHour.nextAt(database, addressKey),
    ...(email === '' ? [] : [formsByEmail.nextAt(database, emailKey), formsByEmailInAnHour.nextAt(database, emailKey)]),
  ]);
  return ends.reduce((latest, end) => (end && (!latest || end > latest) ? end : latest), null);
}

/** The same for the page, before it posts its form: what was typed stays there meanwhile. */
export async function getBlock(
  { database }: { readonly database: Database },
  visitor: Visitor,
  email: string,
): Promise<ResponseOf<typeof signUp.checkBlock>> {
  await looksByAddress.take(database, visitor.addressKey);
  const until = await findBlock(database, visitor, email);
  const secondsLeft = until ? Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)) : 0;
  return { blockedTo: until?.toISOString() ?? null, secondsLeft };
}
