import type { Locale } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { Operations } from '../../core/operations/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';

export interface InvoicesContext {
  readonly database: Database;
  readonly gateway: Pick<
    Gateway,
    | 'invoiceCollection'
    | 'invoiceDiscounts'
    | 'invoicePayments'
    | 'invoicePdfs'
    | 'mirror'
    | 'previews'
    | 'subscriptions'
    | 'taxRates'
  >;
  readonly operations: Operations;
  readonly audit: Audit;
  readonly catalog: Pick<
    Catalog,
    'at' | 'findByStripeCoupon' | 'findByStripePrice' | 'findProducts' | 'findSoldPrices'
  >;
  /**
   * The card of the latest of these payments. This function and the next two are passed in, because `payments`
   * imports `invoices`.
   */
  readonly findPaidWith: (
    on: Queryable,
    ids: readonly string[],
  ) => Promise<{ readonly brand: string | null; readonly last4: string } | undefined>;
  /** Failed charges, the newest first. */
  readonly listFailedCharges: (
    on: Queryable,
    paymentIntentIds: readonly string[],
    limit: number,
  ) => Promise<FailedTry[]>;
  readonly chargeFailureReason: (failed: FailedTry, locale: Locale) => string | null;
}

interface FailedTry {
  readonly at: Date;
  readonly paymentMethodId: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly reason: string | null;
  readonly declineReason: string | null;
  readonly failureCode: string | null;
}
