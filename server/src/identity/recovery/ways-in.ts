import { lockSignInMethods } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { deleteLoginsOfUser } from '../external-logins/external-logins.queries.ts';
import { deletePasskeysOfUser } from '../passkeys/passkeys.queries.ts';
import { removeMethods } from '../second-factor/second-factor.service.ts';

/**
 * Removes a user's passkeys and external logins in the caller's transaction, because somebody else may have added them
 * (USR-35). The caller ends the sessions. @returns whether there were any
 */
export async function removeOtherWaysIn(transaction: Queryable, userId: number): Promise<boolean> {
  await lockSignInMethods(transaction, userId);
  const hadPasskeys = await deletePasskeysOfUser(transaction, userId);
  return (await deleteLoginsOfUser(transaction, userId)) || hadPasskeys;
}

/**
 * Removes a user's second factors, recovery codes and passkeys, which are a second factor too, in the caller's transaction. The
 * caller notifies the user and ends their sessions. @returns whether there were any
 */
export async function removeSecondFactors(transaction: Queryable, userId: number): Promise<boolean> {
  const hadMethods = await removeMethods(transaction, userId);
  return (await deletePasskeysOfUser(transaction, userId)) || hadMethods;
}
