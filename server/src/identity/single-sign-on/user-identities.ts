import type { Queryable } from '../../core/db/database.ts';
import { listProviders } from '../external-providers/external-providers.queries.ts';
import { endSessionsByPublicId } from '../session/open-sessions.ts';
import { deleteIdentities } from './identities.queries.ts';

/**
 * Deletes a user's identities at the account's providers that the user did not connect, and ends their sessions: whoever administers such a provider can
 * sign in with them (SSO-19).
 * @returns the names of these providers
 */
export async function unlinkForeignIdentities(
  transaction: Queryable,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
): Promise<string[]> {
  const foreign = (await listProviders(transaction, accountId)).filter(({ connectedBy }) => connectedBy !== userId);
  const ids = foreign.map(({ id }) => id);
  const { providerIds, sessionIds } = await deleteIdentities(transaction, { userId, providerIds: ids });
  await endSessionsByPublicId(transaction, sessionIds);
  return foreign.filter(({ id }) => providerIds.includes(id)).map(({ name }) => name);
}
