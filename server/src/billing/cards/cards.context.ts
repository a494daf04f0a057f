import type { Audit } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { Gateway } from '../../core/stripe/index.ts';
import type { CustomersContext } from '../customers/customers.service.ts';

export interface CardsContext extends CustomersContext {
  readonly gateway: Pick<Gateway, 'billingDetails' | 'cards' | 'customers' | 'mirror' | 'subscriptions'>;
  readonly audit: Audit;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  /** When the latest charge of each of a customer's cards failed; cards whose latest charge was paid are absent. */
  readonly findDeclines: (on: Queryable, customerId: string) => Promise<ReadonlyMap<string, Date>>;
  readonly listCardUses: (on: Queryable, accountId: number) => Promise<readonly CardUse[]>;
  /** Locks and lists the subscriptions that have this card of their own and can be charged to another one. */
  readonly lockChargedTo: (
    on: Queryable,
    accountId: number,
    paymentMethodId: string,
  ) => Promise<readonly ChargedSubscription[]>;
}

export interface ChargedSubscription {
  readonly id: number;
  readonly productId: string;
  readonly stripeSubscriptionId: string;
}

/** A subscription that a card pays for. */
export interface CardUse {
  readonly subscriptionId: number;
  readonly productId: string;
  /** Null for the account's default card. */
  readonly paymentMethodId: string | null;
}
