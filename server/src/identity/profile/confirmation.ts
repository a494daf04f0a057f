import { type AuditEvent, findPasswordHash, verifyPassword, withHashQueue } from '../../accounts/index.ts';
import { keyOfAddress } from '../../core/http/address.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { confirmSession } from '../session/open-sessions.ts';
import type { ProfileContext, ProfileRequestContext } from './profile.context.ts';
import { WrongPasswordError } from './profile.errors.ts';

/** Maximum wrong passwords in 15 minutes, the same as at sign-in (PRF-11). */
const confirmationsByUser = defineLimit('confirm-user', 10, 15 * 60);
const confirmationsByAddress = defineLimit('confirm-address', 100, 15 * 60);

/**
 * Confirms the user with the password (CON-1). @returns when the confirmation expires, in UTC @throws WrongPasswordError, TooManyRequestsError, UnavailableError
 */
export async function confirm(context: ProfileRequestContext, password: string): Promise<Date> {
  const { database, audit, actor, session } = context;
  await assertPassword(context, { ...actor, userId: session.user.id }, password);
  return database.transaction(async (transaction) => {
    await audit.record({ ...actor, kind: 'confirmed' }, transaction);
    return confirmSession(transaction, session.idHash);
  });
}

/** Checks a user's password. The try is counted before the check and refunded if the password is right (PRF-11). @throws as `confirm` */
export async function assertPassword(
  { database, audit }: Pick<ProfileContext, 'database' | 'audit'>,
  actor: Omit<AuditEvent, 'kind'> & { readonly userId: number; readonly address: string | null },
  password: string,
): Promise<void> {
  const { userId } = actor;
  const address = keyOfAddress(actor.address);
  await confirmationsByAddress.take(database, address);
  await confirmationsByUser.take(database, userId);
  const refund = async () => {
    await confirmationsByAddress.giveBack(database, address);
    await confirmationsByUser.giveBack(database, userId);
  };
  let isChecked = false;
  try {
    const passwordHash = await findPasswordHash(database.query, userId);
    const isRight = await withHashQueue((place) => place(() => verifyPassword(passwordHash, password)));
    isChecked = true;
    if (!isRight) {
      await audit.record({ ...actor, kind: 'confirmationRefused' });
      throw new WrongPasswordError();
    }
  } finally {
    if (!isChecked) await refund();
  }
  await refund();
}
