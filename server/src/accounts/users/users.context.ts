import type { Feature, Permission } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { LocalizedText } from '../../core/messages/index.ts';
import type { Audit } from '../audit/audit.service.ts';

/** A product that users can be granted. */
export interface GrantableProduct {
  readonly id: string;
  readonly displayName: LocalizedText;
  /** Not sold any more. Users keep what they were granted. */
  readonly retired: boolean;
  readonly disabled: boolean;
  readonly userSettingsUrl: string | null;
}

/** The products that users can be granted: the port through which this domain asks the catalog. */
export interface GrantableProducts {
  readonly findProducts: () => Promise<ReadonlyMap<string, GrantableProduct>>;
}

/** What a new user of an account gets who is no admin. */
export interface UserDefaults {
  readonly features: readonly Feature[];
  readonly permissions: readonly Permission[];
  readonly productIds: readonly string[];
}

/** The dependencies of the module. Sessions, second factors and invitations ask this module, so that they are given here. */
export interface UsersContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Mail;
  readonly catalog: GrantableProducts;
  /** `features`: those of the installation. */
  readonly config: Pick<Config, 'features'>;
  readonly findDefaults: (on: Queryable, accountId: number) => Promise<UserDefaults>;
  /** Ends a user's sessions and waiting sign-ins. @returns the number of ended sessions. */
  readonly endSessionsOf: (
    transaction: Queryable,
    options: { userId: number; forgetBrowsers: boolean },
  ) => Promise<number>;
  /** Removes a user's methods and recovery codes. @returns whether there were any. */
  readonly removeSecondFactors: (transaction: Queryable, userId: number) => Promise<boolean>;
  /** Mails a user without a password the link with which they set their first one. */
  readonly inviteUser: (
    parts: Pick<UsersContext, 'audit' | 'mail'>,
    transaction: Queryable,
    invitation: Pick<RequestContext, 'actor' | 'locale'> & { readonly userId: number; readonly inviterName: string },
  ) => Promise<void>;
}

/** The context of a signed-in user's call. */
export type Asking = UsersContext & RequestContext;
