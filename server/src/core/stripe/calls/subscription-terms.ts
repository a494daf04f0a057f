export interface PricedItem {
  readonly kind: 'base' | 'additional' | 'addon';
  /** Id in the catalog. */
  readonly priceId: string;
  readonly stripePriceId: string;
  readonly quantity: number;
}

/** The quoted terms of a subscription. */
export interface SubscriptionTerms {
  readonly items: readonly PricedItem[];
  readonly promotionCodeId: string | undefined;
  readonly automaticTax: boolean;
  readonly trialDays: number | undefined;
  /** True if the subscription ends with the trial, even if the customer has a card. */
  readonly endsWithTrial?: boolean;
  /** Seconds since 1970: the time for which the quote was calculated. */
  readonly pricedAt: number;
  /** Set for a change of an existing subscription. */
  readonly change:
    | {
        readonly stripeSubscriptionId: string;
        /** Its current items. */
        readonly currentItems: readonly {
          readonly kind: PricedItem['kind'];
          readonly stripeItemId: string;
          readonly stripePriceId: string;
        }[];
        /** Seconds since 1970; the same in preview and update, so that both prorate alike. */
        readonly prorationDate: number;
        readonly endTrial: boolean;
        /**
         * Whether the subscription was to end on a specific date, because the flag for the period's end does not show
         * that.
         */
        readonly endsOnDate?: boolean;
        /**
         * The schedule that manages the subscription. An immediate change releases the schedule; a scheduled change
         * replaces it.
         */
        readonly scheduleId?: string;
        /** Seconds since 1970: the end of the period that the change waits for. Left out for an immediate change. */
        readonly startsAt?: number;
        /**
         * The ids of the discounts that stay, if the change ends any (CXL-13). Left out if all stay.
         */
        readonly keptDiscounts?: readonly string[] | undefined;
        /** The card before the change; null for the customer's default card. */
        readonly paymentMethodId: string | null;
      }
    | undefined;
}

export interface SubscriptionRequest {
  readonly terms: SubscriptionTerms;
  readonly customerId: string;
  readonly paymentMethodId: string | undefined;
  /** Ids that identify the subscription. */
  readonly metadata: {
    readonly account_id: string;
    readonly product_id: string;
    readonly plan_id: string;
    readonly operation_id: string;
  };
}
