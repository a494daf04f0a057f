import type { FindTimeZone } from '../../core/mail/index.ts';
import { findAccountSettings } from '../accounts/settings.queries.ts';
import { findTimeZone } from '../users/recipients.queries.ts';

/** The time zone of who reads a message: their own, else that of the account that it is about, else UTC (SET-11). */
export const findMailTimeZone: FindTimeZone = async (on, { recipient, accountId }) => {
  const own = await findTimeZone(on, recipient);
  if (own !== null) return own;
  return accountId === null ? 'UTC' : (await findAccountSettings(on, accountId)).timeZone;
};
