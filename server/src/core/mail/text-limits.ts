import type { Database } from '../db/database.ts';
import { defineLimit } from '../http/limits.ts';
import { parsePhone } from '../http/phone.ts';

const aDay = 86_400;

/**
 * Maximum numbers of text messages per day. Each costs money, and premium numbers earn money from messages to them
 * (MAIL-9).
 */
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

/** The recipient of a text message. */
export interface TextAddressee {
  /** A number as the user typed it, with its country code. */
  readonly typed: string;
  readonly accountId: number;
  /** The user who proved ownership of the number; left out for an unproved one. */
  readonly provedBy?: number;
}

/**
 * Counts one text message, before the transaction that queues it, so that a rollback does not undo it. A proved number
 * has its user's own count, so that strangers cannot use it up.
 * @throws InvalidInputError for an invalid number; TooManyRequestsError if the number, the account or the country has
 * reached its limit.
 */
export async function permitText(
  database: Database,
  { typed, accountId, provedBy }: TextAddressee,
): Promise<TextPermit> {
  const { number, place } = await parsePhone(typed);
  const taken: (() => Promise<void>)[] = [];
  try {
    for (const [limit, key] of [
      [numberLimit, provedBy === undefined ? number : `${number} of ${provedBy}`],
      [accountLimit, accountId],
      [countryLimit, place],
    ] as const) {
      await limit.take(database, key);
      taken.push(() => limit.giveBack(database, key));
    }
  } catch (refusal) {
    // A message that one limit refuses does not count for the others.
    await Promise.all(taken.map((giveBack) => giveBack()));
    throw refusal;
  }
  return { [isPermit]: true, number, accountId };
}
