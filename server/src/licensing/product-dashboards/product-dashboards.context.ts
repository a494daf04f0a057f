import type { Catalog } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';

export interface ProductDashboardsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'now'>;
}

export type Asking = ProductDashboardsContext & RequestContext;
