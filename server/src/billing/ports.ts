import type { Product } from '../catalog/index.ts';
import type { Queryable } from '../core/db/database.ts';
import type { SubscriptionRow } from './subscriptions/subscriptions.queries.ts';

/** Functions of licensing that billing calls. */
export interface LicensingPort {
  /** Updates orders and licenses to match the subscriptions, in the same transaction. */
  readonly deliver: (
    on: Queryable,
    subscriptions: ProjectedSubscriptions,
    products: ReadonlyMap<string, Product>,
  ) => Promise<void>;
  /** The number of devices that use a seat, by the subscription of their license (SEL-4). */
  readonly findDevicesInUse: (
    on: Queryable,
    subscriptionIds: readonly number[],
  ) => Promise<ReadonlyMap<number, number>>;
  /** Seats of licenses, by their subscription. A null total is unlimited. */
  readonly findSeats: (on: Queryable, subscriptionIds: readonly number[]) => Promise<ReadonlyMap<number, Seats>>;
}

/** The subscriptions that a transaction of the mirror changed. */
export type ProjectedSubscriptions = {
  readonly stored: readonly SubscriptionRow[];
  /** Ids at Stripe of the subscriptions that no longer have a row. */
  readonly removed: readonly string[];
};

export type Seats = { readonly licenseId: number; readonly inUse: number; readonly total: number | null };
