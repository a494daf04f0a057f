import type { CancellationReason, UnpaidInvoice } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { Allowed } from '../../core/http/access.ts';
import type { Operations } from '../../core/operations/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';
import type { LicensingPort } from '../ports.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

/** Unpaid invoices and payments of subscriptions, as `unpaid/billing-facts.ts` reads them. */
export interface BillingFacts {
  /** The oldest unpaid invoice of a subscription. */
  readonly findUnpaid: (
    on: Queryable,
    accountId: number,
    stripeSubscriptionId: string,
    session: Allowed,
  ) => Promise<UnpaidInvoice | null>;
  /** The subscriptions in the list that have an unpaid invoice. */
  readonly findUnpaidSubscriptions: (
    on: Queryable,
    accountId: number,
    stripeSubscriptionIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** The first payment, the latest paid renewal, failed tries, and the payments after them; the oldest first. */
  readonly listPaymentEvents: (on: Queryable, stripeSubscriptionId: string) => Promise<readonly PaymentEvent[]>;
  /** The stored preview of the subscription's next invoice. */
  readonly findNextCharge: (on: Queryable, stripeSubscriptionId: string) => Promise<NextCharge | null>;
  /** When each of a customer's cards was declined, without cards that were charged since. */
  readonly findDeclines: (on: Queryable, customerId: string) => Promise<ReadonlyMap<string, Date>>;
}

export interface PaymentEvent {
  readonly kind: 'paid' | 'paymentFailed';
  readonly at: Date;
  /** Cents. */
  readonly amount: number;
  readonly card: { readonly brand: string; readonly last4: string } | null;
}

/** Amounts are cents. */
export interface NextCharge {
  /** When the preview was fetched. */
  readonly askedAt: Date;
  readonly amountDue: number;
  readonly discounts: readonly { readonly id: string; readonly amount: number }[];
}

/** The functions with which `cancellations` records canceled subscriptions (CXL-3). */
export interface CancellationRecords {
  /** The customer's reason for the cancellation that begins now; null if none was given. */
  readonly findReason: (
    on: Queryable,
    subscriptionId: number,
  ) => Promise<{ readonly reason: CancellationReason; readonly comment: string | null } | null>;
  readonly recordCanceled: (
    on: Queryable,
    row: SubscriptionRow,
    details: { readonly userId: number | null; readonly at: Date },
  ) => Promise<void>;
  /** Must run in the transaction that stores the restored subscriptions. */
  readonly recordRestored: (
    on: Queryable,
    restored: readonly { readonly subscriptionId: number; readonly at: Date }[],
  ) => Promise<void>;
}

export interface SubscriptionsContext extends Pick<LicensingPort, 'findSeats'> {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'subscriptions' | 'previews' | 'mirror'>;
  readonly operations: Operations;
  readonly audit: Audit;
  readonly catalog: Pick<
    Catalog,
    'atThisVersion' | 'findProducts' | 'findByStripePrice' | 'findByStripeCoupon' | 'now'
  >;
  readonly billingFacts: BillingFacts;
  readonly hasOpenInvoice: (on: Queryable, stripeSubscriptionId: string) => Promise<boolean>;
  readonly cancellationRecords: CancellationRecords;
}
