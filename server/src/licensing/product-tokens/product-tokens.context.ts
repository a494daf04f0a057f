import type { Audit } from '../../accounts/index.ts';
import type { AccountHoldings, Catalog } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';

export interface ProductTokensContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueueMany'>;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  readonly holdings: AccountHoldings;
  /** Names of users, by id. */
  readonly findNamedUsers: (
    on: Queryable,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, { readonly name: string }>>;
}
