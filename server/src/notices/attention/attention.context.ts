import type { Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';

export interface AttentionContext {
  readonly config: Pick<Config, 'contactUrl' | 'paymentRetries'>;
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice' | 'now'>;
}

export type AttentionRequestContext = AttentionContext & RequestContext;
