import type { Database } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';

/** Maximum wrong codes per user and method in 15 minutes (MFA-5). */
export const maxMethodTries = 10;
export const triesSeconds = 15 * 60;

/** Maximum consecutive wrong codes. Then the method is closed and must be set up again (MFA-5). */
export const maxTriesInARow = 100;

/** The key of a method's counter in `rate_limits`. */
export function triesKey(userId: number, method: string): string {
  return `second-factor:${userId}:${method}`;
}

/** Minimum seconds between two codes sent to a user by one method (MFA-7). */
export const sendPauseSeconds = 30;

/** Maximum codes sent to a user by one method: one per half minute, five per 15 minutes, 30 a day (MFA-7). */
const sendLimits = [
  defineLimit('factor-send-pause', 1, sendPauseSeconds),
  defineLimit('factor-send', 5, 15 * 60),
  defineLimit('factor-send-day', 30, 86_400),
];

/** Counts a code before it is created. A refused request uses up none of the limits. @throws TooManyRequestsError */
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
