import type { Feature } from '@portico/contract';

/** Who is asking, as every handler sees it. The account comes from here alone, never from the request. */
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
    /** Its customer at Stripe, as of the beginning of the request; null before the first. */
    readonly customerId: string | null;
  };
  /** What the installation offers, the account has and the user was granted: all three. */
  readonly features: readonly Feature[];
  /** The operator who is really there while acting as `user`. */
  readonly actingOperator: { readonly id: number; readonly name: string; readonly until: Date } | null;
}

/** Who does something, where it does not matter how they signed in. */
export interface Person {
  readonly user: Pick<Session['user'], 'id' | 'email'>;
  readonly account: Pick<Session['account'], 'id'>;
}
