import type { Audit, UserDefaults } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { Sessions } from '../session/sessions.ts';

/** The dependencies of single sign-on. */
export interface SingleSignOnContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue'>;
  readonly config: Pick<Config, 'appSecret' | 'features' | 'accountProviders' | 'identityProviders'>;
  /** The portal's origin. Providers lead back to it, whatever a request says. */
  readonly publicUrl: string;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  /** What an account's new users get (DEF-1). */
  readonly findDefaults: (on: Queryable, accountId: number) => Promise<UserDefaults>;
  readonly sessions: Sessions;
}
