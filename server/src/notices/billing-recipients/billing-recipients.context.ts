import type { Audit } from '../../accounts/index.ts';
import type { findPaidWith } from '../../billing/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';

export interface BillingRecipientsContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Mail;
  readonly config: Pick<Config, 'appSecret' | 'contactUrl'>;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripeCoupon' | 'findByStripePrice'>;
  readonly gateway: Pick<Gateway, 'invoicePdfs' | 'mirror'>;
  readonly findPaidWith: typeof findPaidWith;
  /** Milliseconds between an invoice's arrival and its mail; by default 3,000. */
  readonly invoiceMailDelay?: number | undefined;
}
