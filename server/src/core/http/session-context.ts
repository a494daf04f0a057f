import type { Feature, Permission, Proof } from '@portico/contract';

/** The session of a request. The account comes only from here, never from the request (ACC-8). */
export interface Session {
  readonly idHash: Buffer;
  /** Identifies the session in places where its id must stay secret. */
  readonly publicId: string;
  readonly marker: string;
  /** How the user proved who they are, in order. */
  readonly proofs: readonly Proof[];
  /** When the user last gave a password or used a passkey. */
  readonly confirmedAt: Date;
  /** Whether the session only allows setting up the required second factor (MFA-12). */
  readonly isSetup: boolean;
  /** The user's known browser; null if it is no longer known. */
  readonly browserId: string | null;
  readonly user: {
    readonly id: number;
    readonly login: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly isOwner: boolean;
    readonly isAdmin: boolean;
    readonly readOnly: boolean;
    readonly isOperator: boolean;
  };
  readonly account: {
    readonly id: number;
    readonly name: string;
    readonly companyId: number;
    /** The account's customer at Stripe when the request began; null if it has none yet. */
    readonly customerId: string | null;
  };
  /** An IANA name: the user's own time zone, or the account's (SET-11). */
  readonly timeZone: string;
  /** Features that the installation offers, the account has and the user was granted (ACC-4). */
  readonly features: readonly Feature[];
  /** What the user may change in their own profile. */
  readonly permissions: readonly Permission[];
  /** The operator who acts as `user`, until when (UTC) and why. */
  readonly actingOperator: {
    readonly id: number;
    readonly name: string;
    readonly until: Date;
    readonly reason: string;
  } | null;
}

/** A user of an account, however they signed in (ACC-1). */
export interface Person {
  readonly user: Pick<Session['user'], 'id' | 'email'>;
  readonly account: Pick<Session['account'], 'id'>;
}
