import type { Database } from '../../db/database.ts';
import type { Operations } from '../../operations/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';

export interface InvoicesContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'invoiceCollection' | 'mirror' | 'previews'>;
  readonly operations: Operations;
  readonly audit: Audit;
  readonly catalog: Pick<Catalog, 'findByStripeCoupon' | 'findByStripePrice' | 'findProducts'>;
}
