import type { Locale, Proof } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { EntryPort } from '../ports.ts';

/** The values of a request's cookies, and its origin. */
export interface Visit {
  /** The browser's previous session, which a sign-in ends. */
  readonly formerId: string | null;
  /** The value that identifies a known browser; null for an unknown one. */
  readonly browserToken: string | null;
  /** The browser's sign-in that waits for its second factor. */
  readonly challengeId: string | null;
  readonly origin: RequestOrigin;
  /** The language of the request. */
  readonly locale: Locale;
}

/** A proof that was accepted. */
export interface EntryRequest extends Visit {
  readonly userId: number;
  readonly proof: Proof;
  /** Whether the proof counts as two factors, as a passkey's does. */
  readonly isBothFactors: boolean;
  readonly rememberMe: boolean;
  /** As the browser sent it; checked before use (SES-12). */
  readonly returnUrl: string | null | undefined;
}

/** The result of a proof: a session, a challenge, or a redirect to the account's identity provider. */
export type Entry =
  | {
      readonly kind: 'session';
      /** The cookie's new id. */
      readonly id: string;
      readonly marker: string;
      readonly browserToken: string;
      readonly redirectUrl: string;
      /** Whether the session only allows setting up a second factor (MFA-12). */
      readonly isSetup: boolean;
    }
  | { readonly kind: 'challenge'; readonly challengeId: string; readonly browserToken: string }
  /** The account's own sign-in page, because the account requires single sign-on (SSO-30). */
  | { readonly kind: 'elsewhere'; readonly redirectUrl: string };

/** The dependencies of sign-ins. */
export interface EntryContext extends Pick<EntryPort, 'remindToConfirm'> {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Mail;
  readonly config: Pick<Config, 'mode'>;
  /** Whether the user has a passkey, which satisfies an account's requirement for a second factor. */
  readonly hasPasskeys: (on: Queryable, userId: number) => Promise<boolean>;
  /** Returns the address if it belongs to the portal or a registered product, otherwise `/`. */
  readonly safeReturnUrl: (candidate: string | null | undefined) => Promise<string>;
  /** Finds the account that requires single sign-on for a mail domain, with the key of its sign-in page (SSO-30). */
  readonly findRequiredSignOn: (
    domain: string,
  ) => Promise<{ readonly accountId: number; readonly key: string } | undefined>;
}
