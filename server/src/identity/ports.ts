import type { Problem } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../core/db/database.ts';
import type { Identity } from './external-logins/providers.ts';

/** What identity needs from onboarding and from the pages. */
export interface EntryPort {
  /** Sends another link with which a user confirms the address (SIGN-23). @returns false if too many were sent */
  readonly remindToConfirm: (userId: number) => Promise<boolean>;
  /** Whether a browser, given as the SHA-256 of its visitor cookie, submitted the form that registered an account (SIGN-33). */
  readonly isSignUpBrowser: (on: Queryable, accountId: number, visitorHash: Buffer) => Promise<boolean>;
  /**
   * Records for the success page that the sender of the sign-up form confirmed this address.
   * @returns the success page, if it shows a paid order
   */
  readonly recordConfirmation: (transaction: Queryable, accountId: number, email: string) => Promise<string | null>;
  /** Remembers a verified identity until this browser submits the sign-up form (SIGN-14). */
  readonly rememberIdentityForSignUp: (
    reply: FastifyReply,
    identity: Identity & { readonly provider: string; readonly email: string },
  ) => Promise<void>;
  /** Whether an account has ever paid an invoice (LINK-11). */
  readonly hasPaid: (on: Queryable, accountId: number) => Promise<boolean>;
  /** Renders the sign-in page with the problem and the attempted values, for a form posted without script (PAGE-5). */
  readonly renderSignIn: (
    request: FastifyRequest,
    reply: FastifyReply,
    state: { problem: Problem; attemptedValues: Record<string, string> },
  ) => Promise<FastifyReply>;
}
