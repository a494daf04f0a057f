import type { Queryable } from '../../core/db/database.ts';
import { countOpenSessions } from '../session/open-sessions.queries.ts';
import { endSessionsByPublicId } from '../session/open-sessions.ts';
import { consumeProviderSessions, listProviderSessions } from './sso-sessions.queries.ts';

/** The number of open sessions that began with a provider, without the given one. */
export async function countProviderSessions(
  on: Queryable,
  providerId: number,
  exceptPublicId: string,
): Promise<number> {
  return countOpenSessions(on, await listProviderSessions(on, providerId, exceptPublicId));
}

/** Ends the sessions that began with a provider, except the given one (SSO-15). @returns their number */
export async function endProviderSessions(
  transaction: Queryable,
  providerId: number,
  exceptPublicId: string,
): Promise<number> {
  return endSessionsByPublicId(transaction, await consumeProviderSessions(transaction, providerId, exceptPublicId));
}
