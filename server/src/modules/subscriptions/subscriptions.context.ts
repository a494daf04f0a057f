import type { Database, Queryable } from '../../db/database.ts';
import type { Operations } from '../../operations/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';

export interface SubscriptionsContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'subscriptions' | 'mirror'>;
  readonly operations: Operations;
  readonly audit: Audit;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice'>;
  /** Whether a subscription has an unpaid invoice, by its id at Stripe. */
  readonly hasOpenInvoice: (on: Queryable, stripeSubscriptionId: string) => Promise<boolean>;
}
