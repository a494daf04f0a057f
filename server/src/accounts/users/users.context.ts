import type { Feature, Permission } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { GrantableProducts, SignInPort } from '../ports.ts';

/** The grants of an account's new users who are not admins. */
export interface UserDefaults {
  readonly features: readonly Feature[];
  readonly permissions: readonly Permission[];
  readonly productIds: readonly string[];
}

export interface UsersContext
  extends Pick<SignInPort, 'endUserSessions' | 'removeSecondFactors' | 'unlinkForeignIdentities' | 'inviteUser' | 'findDomainAccounts'> {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Mail;
  readonly catalog: GrantableProducts;
  /** `features`: those that the installation offers. */
  readonly config: Pick<Config, 'features'>;
  readonly findDefaults: (on: Queryable, accountId: number) => Promise<UserDefaults>;
}

/** The context of a signed-in user's call. */
export type CallContext = UsersContext & RequestContext;
