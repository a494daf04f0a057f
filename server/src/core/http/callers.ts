import type { FastifyRequest } from 'fastify';
import type { Caller } from '../db/fair-queue.ts';
import { hashSecret } from '../secrets.ts';
import { clientAddress, keyOfAddress } from './address.ts';

/** Maximum number of remembered sessions and tokens, about 2 MB. */
const maxKnown = 10_000;

/** The identity that a session's ID or a token proves. */
export interface KnownCaller {
  readonly accountId: number;
  readonly isOperator: boolean;
}

/** Identifies the caller of a request before its session is known (LIM-13). */
export interface Callers {
  identify(request: FastifyRequest): { readonly caller: Caller; readonly isOperator: boolean };
  /** Remembers what a session's ID or a token has proved; null if it is not valid. */
  remember(credential: string, proved: KnownCaller | null): void;
}

/**
 * A request counts for an account if its session or token was proved to be that account's before, and otherwise for
 * its address, so that invented credentials gain nothing. The key is the session or token alone. This grants no
 * access.
 */
export function createCallers(): Callers {
  const known = new Map<string, KnownCaller>();
  const cacheKey = (credential: string) => hashSecret(credential).toString('base64url');
  const find = (credential: string | null) => (credential === null ? undefined : known.get(cacheKey(credential)));
  return {
    identify(request) {
      const found = find(request.server.readSessionId(request)) ?? find(findBearerToken(request));
      if (found) return { caller: `account ${found.accountId}`, isOperator: found.isOperator };
      return { caller: `address ${keyOfAddress(clientAddress(request), 48)}`, isOperator: false };
    },
    remember(credential, proved) {
      const key = cacheKey(credential);
      // Deleted first, so that the credentials used last are last in the map.
      known.delete(key);
      if (proved === null) return;
      known.set(key, proved);
      const [oldest] = known.keys();
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** The bearer token of a request; null without one. */
export function findBearerToken({ headers }: FastifyRequest): string | null {
  return /^Bearer +([!-~]{1,200})$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}
