import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Catalog } from '../catalog/index.ts';

export interface AttentionContext {
  readonly config: Pick<Config, 'contactUrl' | 'paymentRetries'>;
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice' | 'now'>;
}

export type Asking = AttentionContext & RequestContext;
