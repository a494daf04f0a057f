import type { Problem } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from './external-logins/providers.ts';

/** What identity needs from onboarding and from the pages. */
export interface EntryPort {
  /** Sends the link again with which a user confirms the address (SIGN-23). */
  readonly remindToConfirm: (userId: number) => Promise<unknown>;
  /** Remembers a verified identity until this browser submits the sign-up form (SIGN-14). */
  readonly rememberIdentityForSignUp: (
    reply: FastifyReply,
    identity: Identity & { readonly provider: string; readonly email: string },
  ) => Promise<void>;
  /** Renders the sign-in page with the problem and the attempted values, for a form posted without script (PAGE-5). */
  readonly renderSignIn: (
    request: FastifyRequest,
    reply: FastifyReply,
    state: { problem: Problem; attemptedValues: Record<string, string> },
  ) => Promise<FastifyReply>;
}
