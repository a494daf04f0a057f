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
  /** The portal's origin, in what people register at their provider. */
  readonly publicUrl: string;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  readonly holdings: AccountHoldings;
  /** Whether the account's owner has a break-glass code; single sign-on keeps it (SSO-12). */
  readonly hasBreakGlassCode: (on: Queryable, accountId: number) => Promise<boolean>;
  /** Makes the owner's code anew. @throws ForbiddenError for everybody else */
  readonly makeBreakGlassCode: (asking: RequestContext) => Promise<{ readonly code: string }>;
}
