import type { FindTimeZone } from '../../core/mail/index.ts';
import { findAccountSettings } from '../accounts/settings.queries.ts';
import { findTimeZone } from '../users/recipients.queries.ts';

/** The recipient's own time zone, otherwise that of the message's account, otherwise UTC (SET-11). */
export const findMailTimeZone: FindTimeZone = async (on, { recipient, accountId }) => {
  const own = await findTimeZone(on, recipient);
  if (own !== null) return own;
  return accountId === null ? 'UTC' : (await findAccountSettings(on, accountId)).timeZone;
};
