import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../db/fair-queue.ts';
import { addressOf, keyOfAddress } from './address.ts';

/** The sessions and tokens to remember, about 2 MB. */
const maxKnown = 10_000;

/** Identifies the caller of a request before its session is known (LIM-13). */
export interface Callers {
  callerOf(request: FastifyRequest): Caller;
  /** Remembers the account that a session's ID or a token belongs to; null if it has none. */
  remember(credential: string, accountId: number | null): void;
}

/**
 * A request counts for an account if its session or token has proved to be that account's before. All other requests count for their address, so that
 * made-up sessions and tokens gain nothing. Each session and each token is one entry, whatever else a request contains. This grants no access.
 */
export function createCallers(): Callers {
  const accounts = new Map<string, number>();
  const accountOf = (credential: string | null) => (credential === null ? undefined : accounts.get(hashOf(credential)));
  return {
    callerOf(request) {
      const account = accountOf(request.server.readSessionId(request)) ?? accountOf(bearerTokenOf(request));
      return account === undefined ? `address ${keyOfAddress(addressOf(request), 48)}` : `account ${account}`;
    },
    remember(credential, accountId) {
      const key = hashOf(credential);
      // Deleted first, so that the credentials used last are last in the map.
      accounts.delete(key);
      if (accountId === null) return;
      accounts.set(key, accountId);
      const [oldest] = accounts.keys();
      if (accounts.size > maxKnown && oldest !== undefined) accounts.delete(oldest);
    },
  };
}

/** The bearer token of a request; null without one. */
export function bearerTokenOf({ headers }: FastifyRequest): string | null {
  return /^Bearer +([!-~]{1,200})$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

const hashOf = (credential: string) => hash('sha256', credential, 'base64url');
