/** What an account holds of a product, read from subscriptions, orders and licenses (CAT-28). */
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
  /** As on the wire: 1 active or in trial, 2 waits for its first payment, 3 past due, 4 ended. */
  readonly status: 1 | 2 | 3 | 4;
  /** End of the paid period, or when it ended. */
  readonly expirationDate: Date | null;
  readonly trial: boolean;
  /** The card of the latest payment, if that payment failed. */
  readonly paymentFailed: { readonly brand: string; readonly last4: string } | null;
  /** Devices of its license in use now; the quantity cannot go below. */
  readonly devicesInUse: number;
}

/** All subscriptions an account ever had to one product, newest first, ended ones included: they decide about a second trial. */
export interface Holding {
  readonly subscriptions: readonly HeldSubscription[];
  /** True where a trial was had, also where no subscription tells of it any more. */
  readonly hadTrial?: boolean;
}

/** Given to the catalog by the subscriptions module. */
export interface AccountHoldings {
  /**
   * In a fixed number of queries, however many products.
   * @returns by product id; a product that the account never had may be missing.
   */
  forProducts(accountId: number, productIds: readonly string[]): Promise<ReadonlyMap<string, Holding>>;
}

/** The subscription that counts now: paid, in trial or past due, and not run out; the newest of them. */
export function liveSubscription(holding: Holding | undefined, now: Date): HeldSubscription | undefined {
  return holding?.subscriptions.find(
    ({ status, expirationDate }) =>
      (status === 1 || status === 3) && (expirationDate === null || expirationDate.getTime() > now.getTime()),
  );
}
