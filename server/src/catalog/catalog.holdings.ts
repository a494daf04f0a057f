import type { MessageKey } from '../core/messages/index.ts';

/** A subscription of an account, as the catalog uses it (CAT-28). */
export interface HeldSubscription {
  readonly id: number;
  readonly planId: string;
  readonly pricePlanId: string;
  /** Units of the price plan. */
  readonly quantity: number;
  /** Units by id of additional price. */
  readonly additionalQuantities: Readonly<Record<string, number>>;
  /** Units by id of add-on price. */
  readonly addonQuantities: Readonly<Record<string, number>>;
  /** The wire's status: 1 active or in trial, 2 waiting for its first payment, 3 past due, 4 ended (SUB-1). */
  readonly status: 1 | 2 | 3 | 4;
  readonly statusTitle: MessageKey;
  /** The end of the subscription, if it was canceled. */
  readonly cancelAt: Date | null;
  readonly endedAt: Date | null;
  /** The end of the paid period, or of the subscription. */
  readonly expirationDate: Date | null;
  readonly trial: boolean;
  /** The card of the latest payment, if that payment failed. */
  readonly paymentFailed: { readonly brand: string; readonly last4: string } | null;
  /** Devices in use on its license, below which the quantity cannot fall. */
  readonly devicesInUse: number;
  /** Whether an invoice for it is unpaid, even after its end. The invoice of a purchase in progress does not count. */
  readonly isUnpaid: boolean;
}

/** All subscriptions of an account to one product, newest first. Ended ones decide whether a trial is possible. */
export interface Holding {
  readonly subscriptions: readonly HeldSubscription[];
  /** Whether the account had a trial, even if no subscription shows it any more. */
  readonly hadTrial?: boolean;
}

/** Billing provides this to the catalog. */
export interface AccountHoldings {
  /** Runs a fixed number of queries for any number of products. @returns holdings by product id; products that the account never had may be missing */
  forProducts(accountId: number, productIds: readonly string[]): Promise<ReadonlyMap<string, Holding>>;
}

/** The newest live subscription: paid, in trial or past due, and not expired (SUB-2). */
export function liveSubscription(holding: Holding | undefined, now: Date): HeldSubscription | undefined {
  return holding?.subscriptions.find(
    ({ status, expirationDate }) =>
      (status === 1 || status === 3) && (expirationDate === null || expirationDate.getTime() > now.getTime()),
  );
}
