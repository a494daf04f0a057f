import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { clientAddress, keyOfAddress } from './address.ts';

/** Number of remembered browsers and products, about 2 MB. */
const maxKnown = 10_000;

/** Identifies the caller of a request before its session is known (LIM-13). */
export interface Callers {
  callerOf(request: FastifyRequest): string;
  /** Remembers the account of a request's session or token; null for none. */
  remember(request: FastifyRequest, accountId: number | null): void;
}

/**
 * A request counts for an account if an earlier request with the same cookies or token belonged to that account. All
 * others count for their address, so invented cookies and tokens gain nothing. This grants no access.
 */
export function createCallers(): Callers {
  const accounts = new Map<string, number>();
  return {
    callerOf(request) {
      const account = accounts.get(readCredential(request));
      return account === undefined ? keyOfAddress(clientAddress(request)) : `account ${account}`;
    },
    remember(request, accountId) {
      const credential = readCredential(request);
      // Deleted first, so that the most recently used credentials are last in the map.
      accounts.delete(credential);
      if (accountId === null) return;
      accounts.set(credential, accountId);
      const [oldest] = accounts.keys();
      if (accounts.size > maxKnown && oldest !== undefined) accounts.delete(oldest);
    },
  };
}

function readCredential({ headers: { authorization, cookie } }: FastifyRequest): string {
  return hash('sha256', `${authorization} ${cookie}`, 'base64url');
}
