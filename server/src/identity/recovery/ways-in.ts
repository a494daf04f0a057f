import { comparisonKey } from '@portico/contract';
import { lockSignInMethods } from '../../accounts/index.ts';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import { countLogins, deleteLoginsOfUser } from '../external-logins/external-logins.queries.ts';
import { countPasskeys, deletePasskeysOfUser } from '../passkeys/passkeys.queries.ts';
import { selectFactors } from '../second-factor/second-factor.queries.ts';
import { removeMethods } from '../second-factor/second-factor.service.ts';
import { findSecondFactorState } from '../second-factor/state.ts';

/**
 * Removes a user's passkeys and external logins in the caller's transaction, because somebody else may have added them
 * (USR-35). The caller ends the sessions. @returns whether there were any
 */
export async function removeOtherWaysIn(transaction: Queryable, userId: number): Promise<boolean> {
  await lockSignInMethods(transaction, userId);
  const passkeys = await deletePasskeysOfUser(transaction, userId);
  return passkeys + (await deleteLoginsOfUser(transaction, userId)) > 0;
}

/** What can sign a user in besides the password, and whether a reset by mail keeps the passkeys (PWD-19). @param mode of the portal */
async function findOtherWaysIn(
  on: Queryable,
  { id, email }: { readonly id: number; readonly email: string },
  mode: Config['mode'],
) {
  const passkeys = await countPasskeys(on, id);
  const externalLogins = await countLogins(on, id);
  const { isEnabled, isRequired } = await findSecondFactorState(on, id, mode);
  const isInMailbox = (target: string | null) => comparisonKey(target ?? '') === comparisonKey(email);
  const hasOtherFactor = (await selectFactors(on, id, '')).some(
    ({ method, target, is_closed }) => !is_closed && !(method === 'Email' && isInMailbox(target)),
  );
  return { passkeys, externalLogins, arePasskeysKept: passkeys > 0 && (isEnabled || isRequired) && !hasOtherFactor };
}

/**
 * Removes external logins, and passkeys unless they are kept (PWD-19), in the transaction of a reset by mail. The caller ends the sessions.
 * @returns how many were removed
 */
async function removeOtherWaysInByMail(
  transaction: Queryable,
  person: { readonly id: number; readonly email: string },
  mode: Config['mode'],
) {
  await lockSignInMethods(transaction, person.id);
  const { arePasskeysKept } = await findOtherWaysIn(transaction, person, mode);
  return {
    passkeys: arePasskeysKept ? 0 : await deletePasskeysOfUser(transaction, person.id),
    externalLogins: await deleteLoginsOfUser(transaction, person.id),
  };
}

/** What besides the password can sign a user in, for a reset by mail (PWD-19). */
export const otherWaysIn = { find: findOtherWaysIn, removeByMail: removeOtherWaysInByMail };

/**
 * Removes a user's second factors, recovery codes and passkeys, which are a second factor too, in the caller's transaction. The
 * caller notifies the user and ends their sessions. @returns whether there were any
 */
export async function removeSecondFactors(transaction: Queryable, userId: number): Promise<boolean> {
  const hadMethods = await removeMethods(transaction, userId);
  return (await deletePasskeysOfUser(transaction, userId)) > 0 || hadMethods;
}
