import type { Audit, PasswordContext } from '../../accounts/index.ts';
import type { Config } from '../../core/config.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { EntryPort } from '../ports.ts';

/** The dependencies of the module. */
export interface ProfileContext extends PasswordContext, Pick<EntryPort, 'isSignUpBrowser' | 'recordConfirmation'> {
  readonly config: Pick<Config, 'breachedPasswordsFile' | 'mode'>;
  readonly audit: Audit;
  readonly mail: Mail;
  /** Whether a user can confirm with a passkey. */
  readonly hasPasskeys: (on: Queryable, userId: number) => Promise<boolean>;
  readonly otherWaysIn: OtherWaysIn;
}

type OfMailbox<Result> = (
  on: Queryable,
  person: { readonly id: number; readonly email: string },
  mode: Config['mode'],
) => Promise<Result>;

interface Ways {
  readonly passkeys: number;
  readonly externalLogins: number;
}

/** What can sign a user in besides the password, and its removal in the transaction of a reset by mail (PWD-19). */
interface OtherWaysIn {
  readonly find: OfMailbox<Ways & { readonly arePasskeysKept: boolean }>;
  readonly removeByMail: OfMailbox<Ways>;
}

/** The context of a signed-in user's call. */
export type ProfileRequestContext = ProfileContext & RequestContext;
