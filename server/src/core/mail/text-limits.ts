import parsePhoneNumber from 'libphonenumber-js/max';
import type { Database } from '../db/database.ts';
import { InvalidInputError } from '../http/app-error.ts';
import { defineLimit } from '../http/limits.ts';

const aDay = 86_400;

/** Text messages in a day. Each costs money, and some countries' numbers earn whoever makes others send to them (MAIL-9). */
const numberLimit = defineLimit('text-number', 10, aDay);
const accountLimit = defineLimit('text-account', 100, aDay);
const countryLimit = defineLimit('text-country', 500, aDay);

const isPermit = Symbol('permit');

/** Allows one text message to one number. */
export interface TextPermit {
  readonly [isPermit]: true;
  /** E.164, such as +14155550132. */
  readonly number: string;
  readonly accountId: number;
}

/** Whom a text message goes to. */
export interface TextAddressee {
  /** A number as a user wrote it, with its country's code. */
  readonly typed: string;
  readonly accountId: number;
  /** The user who proved that the number is theirs; left out for one that is still to be proved. */
  readonly provedBy?: number;
}

/**
 * Counts one text message, before the transaction that queues it: the count stays when that is rolled back. A proved number has a count of its user's
 * own, so that strangers who name it cannot use up the codes with which the user signs in.
 * @throws InvalidInputError for what is no number; TooManyRequestsError when the number, the account or the country has had its share.
 */
export async function permitText(
  database: Database,
  { typed, accountId, provedBy }: TextAddressee,
): Promise<TextPermit> {
  const parsed = parsePhoneNumber(typed);
  if (!parsed?.isValid()) throw new InvalidInputError({ phone: [{ key: 'validation.phone' }] });
  const { number } = parsed;
  const taken: (() => Promise<void>)[] = [];
  try {
    for (const [limit, key] of [
      [numberLimit, provedBy === undefined ? number : `${number} of ${provedBy}`],
      [accountLimit, accountId],
      [countryLimit, parsed.country ?? parsed.countryCallingCode],
    ] as const) {
      await limit.take(database, key);
      taken.push(() => limit.giveBack(database, key));
    }
  } catch (refusal) {
    // Who was refused by one limit has used nothing up of the others.
    await Promise.all(taken.map((giveBack) => giveBack()));
    throw refusal;
  }
  return { [isPermit]: true, number, accountId };
}
