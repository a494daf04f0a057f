import type { Audit, PasswordContext } from '../../accounts/index.ts';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { EntryPort } from '../ports.ts';

/** The dependencies of the module. */
export interface ProfileContext extends PasswordContext, Pick<EntryPort, 'isSignUpBrowser'> {
  readonly config: Pick<Config, 'breachedPasswordsFile' | 'mode'>;
  readonly audit: Audit;
  readonly mail: Mail;
  /** Whether a user can confirm with a passkey. */
  readonly hasPasskeys: (on: Queryable, userId: number) => Promise<boolean>;
}

/** The context of a signed-in user's call. */
export type ProfileRequestContext = ProfileContext & RequestContext;
