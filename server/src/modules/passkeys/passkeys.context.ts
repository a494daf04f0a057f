import type { Proof, SignInOutcome } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Queryable } from '../../db/database.ts';
import type { Mail } from '../../mail/index.ts';
import type { Audit } from '../audit/index.ts';

/** A sign-in whose first factor, or both, was proved in a browser. */
export interface ProvedSignIn {
  readonly userId: number;
  readonly proof: Proof;
  readonly isBothFactors: boolean;
  readonly rememberMe: boolean;
  readonly returnUrl: string | undefined;
}

/** Lets a user in from a request: a session, or the wait for a second factor. Writes the cookies of either. */
export type EnterFrom = (http: FastifyRequest, reply: FastifyReply, proved: ProvedSignIn) => Promise<SignInOutcome>;

export interface PasskeysContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue'>;
  /** The portal's origin. Passkeys belong to its host (PSK-3). */
  readonly publicUrl: string;
  /** How a user's second factor stands. */
  readonly secondFactorStateOf: (
    on: Queryable,
    userId: number,
  ) => Promise<{ readonly isEnabled: boolean; readonly isRequired: boolean }>;
  readonly hasExternalLogins: (on: Queryable, userId: number) => Promise<boolean>;
  readonly enterFrom: EnterFrom;
  /** Notes that the user gave a password or a passkey now. @returns until when that holds (CON-1). */
  readonly confirmSession: (on: Queryable, idHash: Buffer) => Promise<Date>;
  /** The value that a visitor's anti-forgery tokens are bound to. */
  readonly readVisitor: (request: FastifyRequest) => string | null;
}
