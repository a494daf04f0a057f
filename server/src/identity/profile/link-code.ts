import { hash } from 'node:crypto';
import { comparisonKey, type ParsedRequestOf, type profile, type ResponseOf } from '@portico/contract';
import { findUserByEmail, redeemLinkCode } from '../../accounts/index.ts';
import { keyOfAddress } from '../../core/http/address.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { ProfileContext } from './profile.context.ts';
import { WrongLinkCodeError } from './profile.errors.ts';

const hour = 60 * 60;
/** Wrong codes by the typed address and by the network address (LINK-12). An address counts whether or not it exists. */
const wrongByEmail = defineLimit('link-code-email', 10, hour);
const wrongByAddress = defineLimit('link-code-address', 10, hour);

type Input = ParsedRequestOf<typeof profile.enterLinkCode>['body'];

/** Redeems the code of a mailed link, for a reader whose mail program shortened the address. @throws WrongLinkCodeError, TooManyRequestsError */
export async function enterLinkCode(
  { database }: Pick<ProfileContext, 'database'>,
  { page, email, code }: Input,
  address: string | null,
): Promise<ResponseOf<typeof profile.enterLinkCode>> {
  const byAddress = keyOfAddress(address);
  const byEmail = hash('sha256', comparisonKey(email), 'base64url');
  await wrongByAddress.take(database, byAddress);
  await wrongByEmail.take(database, byEmail);
  const user = await findUserByEmail(database.query, email);
  const token = await redeemLinkCode(database.query, { page, code, email, userId: user?.id ?? null });
  if (token === undefined) throw new WrongLinkCodeError();
  await wrongByAddress.giveBack(database, byAddress);
  await wrongByEmail.giveBack(database, byEmail);
  return { token };
}
