import type { Problem } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../core/db/database.ts';
import type { Identity } from './external-logins/providers.ts';

/** What identity asks of onboarding, and of the pages that browsers load. */
export interface EntryPort {
  /** The page that the first sign-in to a newly registered account opens (SIGN-24). */
  readonly findFirstPage: (on: Queryable, accountId: number) => Promise<string | undefined>;
  /** Mails the link again with which a user confirms the address (SIGN-23). */
  readonly remindToConfirm: (userId: number) => Promise<unknown>;
  /** Remembers the identity that a provider vouched for until this browser's next sign-up form (SIGN-14). */
  readonly rememberIdentityForSignUp: (
    reply: FastifyReply,
    identity: Identity & { readonly provider: string; readonly email: string },
  ) => Promise<void>;
  /** Shows the sign-in page with the problem and the attempted values, for a form that was posted without script (PAGE-5). */
  readonly renderSignIn: (
    request: FastifyRequest,
    reply: FastifyReply,
    state: { problem: Problem; attemptedValues: Record<string, string> },
  ) => Promise<FastifyReply>;
}
