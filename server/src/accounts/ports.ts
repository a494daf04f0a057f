import type { Queryable } from '../core/db/database.ts';
import type { RequestContext } from '../core/http/request-context.ts';
import type { Mail } from '../core/mail/index.ts';
import type { LocalizedText } from '../core/messages/index.ts';
import type { Audit } from './audit/audit.service.ts';

/** What accounts need from identity. */
export interface SignInPort {
  /** Ends a user's sessions and pending sign-ins. @returns the number of ended sessions. */
  readonly endUserSessions: (
    transaction: Queryable,
    options: { userId: number; forgetBrowsers: boolean },
  ) => Promise<number>;
  /** Ends every session of an account's users. */
  readonly endAccountSessions: (on: Queryable, accountId: number) => Promise<void>;
  /** The accounts that have proved mail domains, by domain in lower case (USR-30). */
  readonly findDomainAccounts: (on: Queryable, domains: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Removes a user's passkeys and external logins (USR-35). @returns whether there were any */
  readonly removeOtherWaysIn: (transaction: Queryable, userId: number) => Promise<boolean>;
  /** Removes a user's second factors, recovery codes and passkeys. @returns whether there were any */
  readonly removeSecondFactors: (transaction: Queryable, userId: number) => Promise<boolean>;
  /** Deletes a user's identities at the account's providers that the user did not connect, with their sessions. @returns the providers' names */
  readonly unlinkForeignIdentities: (
    transaction: Queryable,
    user: { readonly accountId: number; readonly userId: number },
  ) => Promise<string[]>;
  /** Mails a user without a password a link to set the first one. */
  readonly inviteUser: (
    parts: { readonly audit: Audit; readonly mail: Mail },
    transaction: Queryable,
    invitation: Pick<RequestContext, 'actor' | 'locale'> & { readonly userId: number; readonly inviterName: string },
  ) => Promise<void>;
}

/** What accounts need from the catalog: the products that users can be granted. */
export interface GrantableProducts {
  readonly findProducts: () => Promise<ReadonlyMap<string, GrantableProduct>>;
}

export type GrantableProduct = {
  readonly id: string;
  readonly displayName: LocalizedText;
  /** No longer sold. Users keep their grants. */
  readonly retired: boolean;
  readonly disabled: boolean;
  readonly userSettingsUrl: string | null;
};
