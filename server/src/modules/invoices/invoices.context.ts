import type { Database, Queryable } from '../../db/database.ts';
import type { Operations } from '../../operations/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';

export interface InvoicesContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'invoiceCollection' | 'invoicePdfs' | 'mirror' | 'previews'>;
  readonly operations: Operations;
  readonly audit: Audit;
  readonly catalog: Pick<Catalog, 'findByStripeCoupon' | 'findByStripePrice' | 'findProducts' | 'findSoldPrices'>;
  /** The card that the newest of some payments was made with, in Stripe's words. Payments ask for invoices and cannot be imported. */
  readonly findPaidWith: (
    on: Queryable,
    ids: readonly string[],
  ) => Promise<{ readonly brand: string | null; readonly last4: string } | undefined>;
}
