import type { RememberedBrowser } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Session } from '../../core/http/session-context.ts';
import type { CodesContext } from './sign-in-codes.ts';

/** A session's new id, for its cookies. */
export interface RenewedSession {
  readonly id: string;
  readonly marker: string;
  readonly maxAge: number | null;
}

/** Session functions that changes of second factors need. They are passed in, because sessions import this module. */
export interface SessionFunctions {
  /** Turns a setup session into a full session, under a new id (MFA-12). */
  readonly renew: (
    transaction: Queryable,
    session: Session,
    proof: 'authenticator' | 'email' | 'phone',
  ) => Promise<RenewedSession>;
  readonly endUserSessions: (
    transaction: Queryable,
    options: { userId: number; exceptIdHash: Buffer; forgetBrowsers: boolean },
  ) => Promise<number>;
  /** The UTC time from which the session's browser must pass the second factor again; null if it must at every sign-in. */
  readonly rememberedUntil: (on: Queryable, session: Session) => Promise<Date | null>;
  readonly listRememberedBrowsers: (on: Queryable, session: Session) => Promise<RememberedBrowser[]>;
  /** @throws NotFoundError for another user's browser, or one that is not remembered */
  readonly forgetRememberedBrowser: (on: Queryable, browser: { userId: number; browserId: string }) => Promise<void>;
}

export interface SecondFactorContext extends CodesContext {
  /** `mode`: in production operators need a second factor (OPR-8). */
  readonly config: Pick<Config, 'appSecret' | 'mode'>;
  /** Whether the user has a passkey, which satisfies an account's requirement for a second factor. */
  readonly hasPasskeys: (on: Queryable, userId: number) => Promise<boolean>;
  readonly sessions: SessionFunctions;
}

/** The context of a signed-in user's change. */
export type SecondFactorRequestContext = SecondFactorContext & RequestContext & { readonly userAgent: string };
