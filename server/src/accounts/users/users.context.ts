import type { Feature, Permission } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { SignInPort } from '../ports.ts';
import type { PasswordContext } from './password-policy.ts';

/** The grants of an account's new users who are not admins. */
export interface UserDefaults {
  readonly features: readonly Feature[];
  readonly permissions: readonly Permission[];
  readonly productIds: readonly string[];
}

/** What limits and completes the grants of a user. */
export interface GrantsContext {
  /** `features`: those that the installation offers. */
  readonly config: Pick<Config, 'features'>;
  readonly findDefaults: (on: Queryable, accountId: number) => Promise<UserDefaults>;
}

export interface UsersContext
  extends GrantsContext,
    PasswordContext,
    Pick<
      SignInPort,
      | 'endUserSessions'
      | 'removeOtherWaysIn'
      | 'removeSecondFactors'
      | 'unlinkForeignIdentities'
      | 'inviteUser'
      | 'findDomainAccounts'
    > {
  readonly audit: Audit;
  readonly mail: Mail;
  readonly config: GrantsContext['config'] & PasswordContext['config'];
}

/** The context of a signed-in user's call. */
export type CallContext = UsersContext & RequestContext;
