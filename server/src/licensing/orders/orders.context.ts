import type { Audit } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';

export interface OrdersContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'at' | 'findProducts' | 'now'>;
  readonly audit: Audit;
  /** The numbers of licenses, by id. */
  readonly findLicenseNumbers: (on: Queryable, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Licenses of an account whose number contains a text, or whose serial number has its digits. */
  readonly findLicensesByNumber: (on: Queryable, accountId: number, text: string) => Promise<number[]>;
  /** Derives an order's license from the order (ORD-9), in the transaction that changes the order. */
  readonly deliverOrder: (on: Queryable, orderId: number) => Promise<void>;
}
