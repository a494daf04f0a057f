import type { Database } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';

/** Wrong codes that a method of a user takes in a quarter of an hour (MFA-5). */
export const maxMethodTries = 10;
export const triesSeconds = 15 * 60;

/** Wrong codes in a row after which a method has to be set up again (MFA-5). */
export const maxTriesInARow = 100;

/** The counter of a method of a user in `rate_limits`. */
export function triesKey(userId: number, method: string): string {
  return `second-factor:${userId}:${method}`;
}

/** Seconds between two codes that are sent to a user by one method (MFA-7). */
export const sendPauseSeconds = 30;

/** Codes that are sent to a user by one method: one in half a minute, five in a quarter of an hour, 30 a day (MFA-7). */
const sendLimits = [
  defineLimit('factor-send-pause', 1, sendPauseSeconds),
  defineLimit('factor-send', 5, 15 * 60),
  defineLimit('factor-send-day', 30, 86_400),
];

/** Counts a code that is to be sent, before it is made. Who is refused by one limit uses up nothing of the others. @throws TooManyRequestsError */
export async function countSending(database: Database, key: string): Promise<void> {
  const taken: typeof sendLimits = [];
  try {
    for (const limit of sendLimits) {
      await limit.take(database, key);
      taken.push(limit);
    }
  } catch (refusal) {
    await Promise.all(taken.map((limit) => limit.giveBack(database, key)));
    throw refusal;
  }
}
