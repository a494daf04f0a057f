import type { Database, Queryable } from '../../db/database.ts';
import type { Operations } from '../../operations/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';

/** Devices that hold a place, by the subscription of their license (SEL-4). The licenses' module provides it. */
export type FindDevicesInUse = (
  on: Queryable,
  subscriptionIds: readonly number[],
) => Promise<ReadonlyMap<number, number>>;

/** The places of a license. */
export interface Seats {
  readonly licenseId: number;
  readonly inUse: number;
  /** Null is unlimited. */
  readonly total: number | null;
}

/** The places of licenses, by their subscription. The licenses' module provides it. */
export type FindSeats = (on: Queryable, subscriptionIds: readonly number[]) => Promise<ReadonlyMap<number, Seats>>;

export interface SubscriptionsContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'subscriptions' | 'mirror'>;
  readonly operations: Operations;
  readonly audit: Audit;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice'>;
  readonly findSeats: FindSeats;
  /** Whether a subscription has an unpaid invoice, by its id at Stripe. */
  readonly hasOpenInvoice: (on: Queryable, stripeSubscriptionId: string) => Promise<boolean>;
}
