import type { singleSignOn as endpoints, ResponseOf } from '@portico/contract';
import { findSignOnUser, lockAccountRoles, mayChange, type SignOnUser } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { ForbiddenError, NotFoundError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { listProviders } from '../external-providers/external-providers.queries.ts';
import { endSessionsByPublicId } from '../session/open-sessions.ts';
import { deleteIdentities, listIdentities } from './identities.queries.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

type Context = Pick<SingleSignOnContext, 'database' | 'audit'> & RequestContext;

/** A user's identities with the names of their providers, the newest first. @throws NotFoundError also for another account's user */
export async function listUserIdentities(
  context: Context,
  id: number,
): Promise<ResponseOf<typeof endpoints.identities>> {
  const { database, accountId } = context;
  await findOwnUser(context, database.query, id);
  const names = new Map((await listProviders(database.query, accountId)).map((row) => [row.id, row.name]));
  return {
    items: (await listIdentities(database.query, id)).flatMap(({ providerId, createdAt }) => {
      const provider = names.get(providerId);
      return provider === undefined ? [] : [{ provider, linkedAt: createdAt.toISOString() }];
    }),
  };
}

/**
 * Deletes a user's identities, and ends the sessions that began with them, so that the next person with the user's address is linked (SSO-57).
 * @throws NotFoundError also for another account's user; ForbiddenError (USR-19, USR-26)
 */
export async function releaseIdentities(context: Context, id: number): Promise<Record<never, never>> {
  const { database, accountId, session, audit, actor } = context;
  await database.transaction(async (transaction) => {
    await lockAccountRoles(context, transaction);
    const user = await findOwnUser(context, transaction, id);
    if (!mayChange(session.user, user)) throw new ForbiddenError('user.ownerOnly');
    if (user.isOperator) throw new ForbiddenError('user.operator');
    const unlinked = await unlinkIdentities(transaction, { accountId, userId: id }, () => true);
    if (unlinked.length === 0) return;
    const detail = { userId: id, unlinkedProviders: unlinked.join(', ') };
    await audit.record({ ...actor, kind: 'ssoReleased', detail }, transaction);
  });
  return {};
}

async function findOwnUser({ accountId }: Context, on: Queryable, id: number): Promise<SignOnUser> {
  const user = await findSignOnUser(on, id);
  if (user?.accountId !== accountId) throw new NotFoundError();
  return user;
}

interface AccountUser {
  readonly accountId: number;
  readonly userId: number;
}

/**
 * Deletes a user's identities at providers that the user did not connect, and ends the sessions that began with them, because the administrator of
 * such a provider can sign in with these identities (SSO-19).
 * @returns the names of these providers
 */
export function unlinkForeignIdentities(transaction: Queryable, user: AccountUser): Promise<string[]> {
  return unlinkIdentities(transaction, user, ({ connectedBy }) => connectedBy !== user.userId);
}

async function unlinkIdentities(
  transaction: Queryable,
  { accountId, userId }: AccountUser,
  isWanted: (provider: { readonly connectedBy: number | null }) => boolean,
): Promise<string[]> {
  const wanted = (await listProviders(transaction, accountId)).filter(isWanted);
  const ids = wanted.map(({ id }) => id);
  const { providerIds, sessionIds } = await deleteIdentities(transaction, userId, ids);
  await endSessionsByPublicId(transaction, sessionIds);
  return wanted.filter(({ id }) => providerIds.includes(id)).map(({ name }) => name);
}
