import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../db/fair-queue.ts';
import { addressOf, keyOfAddress } from './address.ts';

/** The browsers and products to remember, about 2 MB. */
const maxKnown = 10_000;

/** Identifies the caller of a request before its session is known (LIM-13). */
export interface Callers {
  callerOf(request: FastifyRequest): Caller;
  /** Remembers the account that a request's session or token belongs to; null if it has none. */
  remember(request: FastifyRequest, accountId: number | null): void;
}

/**
 * A request counts for an account if an earlier request with the same cookies or token proved to be that account's. All other requests count for
 * their address, so that made-up cookies and tokens gain nothing. This grants no access.
 */
export function createCallers(): Callers {
  const accounts = new Map<string, number>();
  return {
    callerOf(request) {
      const account = accounts.get(credentialOf(request));
      return account === undefined ? `address ${keyOfAddress(addressOf(request), 48)}` : `account ${account}`;
    },
    remember(request, accountId) {
      const credential = credentialOf(request);
      // Deleted first, so that the credentials used last are last in the map.
      accounts.delete(credential);
      if (accountId === null) return;
      accounts.set(credential, accountId);
      const [oldest] = accounts.keys();
      if (accounts.size > maxKnown && oldest !== undefined) accounts.delete(oldest);
    },
  };
}

function credentialOf({ headers: { authorization, cookie } }: FastifyRequest): string {
  return hash('sha256', `${authorization} ${cookie}`, 'base64url');
}
