import type { Feature } from '@portico/contract';

/** The session of a request. The account comes from here alone, never from the request. */
export interface Session {
  readonly idHash: Buffer;
  readonly marker: string;
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
    /** The account's customer at Stripe at the beginning of the request; null before the first. */
    readonly customerId: string | null;
  };
  /** Features that the installation offers, the account has and the user was granted. */
  readonly features: readonly Feature[];
  /** The operator who acts as `user`. */
  readonly actingOperator: { readonly id: number; readonly name: string; readonly until: Date } | null;
}

/** A user of an account, however they signed in. */
export interface Person {
  readonly user: Pick<Session['user'], 'id' | 'email'>;
  readonly account: Pick<Session['account'], 'id'>;
}
