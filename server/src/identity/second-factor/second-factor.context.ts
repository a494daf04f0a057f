import type { RememberedBrowser } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Session } from '../../core/http/session-context.ts';
import type { CodesContext } from './sign-in-codes.ts';

/** A session under its new id, as its cookies carry it. */
export interface RenewedSession {
  readonly id: string;
  readonly marker: string;
  readonly maxAge: number | null;
}

/** What changes of second factors need of sessions. Sessions ask this module for codes, so that they are given here. */
export interface SessionFunctions {
  /** Ends the setup of a session, by a new id (MFA-12). */
  readonly renew: (
    transaction: Queryable,
    session: Session,
    proof: 'authenticator' | 'email' | 'phone',
  ) => Promise<RenewedSession>;
  readonly endUserSessions: (
    transaction: Queryable,
    options: { userId: number; exceptIdHash: Buffer; forgetBrowsers: boolean },
  ) => Promise<number>;
  /** Until when the session's browser is not asked for a second factor, in UTC; null where it is. */
  readonly rememberedUntil: (on: Queryable, session: Session) => Promise<Date | null>;
  readonly listRememberedBrowsers: (on: Queryable, session: Session) => Promise<RememberedBrowser[]>;
  /** @throws NotFoundError for another user's browser, or one that is asked. */
  readonly forgetRememberedBrowser: (on: Queryable, browser: { userId: number; browserId: string }) => Promise<void>;
}

export interface SecondFactorContext extends CodesContext {
  /** `mode`: in production operators need a second factor (OPR-8). */
  readonly config: Pick<Config, 'appSecret' | 'mode'>;
  /** Whether the user has a passkey, which counts as a second factor that the account demands. */
  readonly hasPasskeys: (on: Queryable, userId: number) => Promise<boolean>;
  readonly sessions: SessionFunctions;
}

/** A change of the signed-in user's own methods. */
export type SecondFactorRequestContext = SecondFactorContext & RequestContext & { readonly userAgent: string };
