import type { Database } from '../../db/database.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Catalog } from '../catalog/index.ts';

export interface ProductDashboardsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'now'>;
}

export type Asking = ProductDashboardsContext & RequestContext;
