import type { Locale } from '@portico/contract';
import type { Audit, UserDefaults } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import type { Sessions } from '../session/sessions.ts';
import type { SsoIdentity } from './identity.ts';

/** The dependencies of single sign-on. */
export interface SingleSignOnContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue' | 'enqueueMany' | 'forget'>;
  readonly config: Pick<Config, 'appSecret' | 'features' | 'accountProviders' | 'identityProviders'>;
  /** The portal's origin. Providers redirect back to it, regardless of the request's host. */
  readonly publicUrl: string;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  /** The defaults of an account's new users (DEF-1). */
  readonly findDefaults: (on: Queryable, accountId: number) => Promise<UserDefaults>;
  readonly sessions: Sessions;
}

/** A sign-in whose identity the provider confirmed. */
export interface SsoSignIn {
  readonly settings: ProviderSettings;
  readonly identity: SsoIdentity;
  readonly origin: RequestOrigin;
  readonly locale: Locale;
}
