import type { Audit } from '../../accounts/index.ts';
import type { AccountHoldings, Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';

export interface ExternalProvidersContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue' | 'enqueueMany' | 'forget'>;
  readonly config: Pick<Config, 'appSecret' | 'accountProviders' | 'identityProviders'>;
  /** The portal's origin, in the addresses that admins register at their provider. */
  readonly publicUrl: string;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  readonly holdings: AccountHoldings;
  /** Whether the account's owner has an unused break-glass code (SSO-12). */
  readonly hasBreakGlassCode: (on: Queryable, accountId: number) => Promise<boolean>;
  /** The number of open sessions that began with a provider, without the given one. */
  readonly countProviderSessions: (on: Queryable, providerId: number, exceptPublicId: string) => Promise<number>;
  /** Ends the sessions that began with a provider, except the given one. @returns their number */
  readonly endProviderSessions: (transaction: Queryable, providerId: number, exceptPublicId: string) => Promise<number>;
  /** Creates a new break-glass code for the owner. @throws ForbiddenError for other users */
  readonly makeBreakGlassCode: (asking: RequestContext) => Promise<{ readonly code: string }>;
}
