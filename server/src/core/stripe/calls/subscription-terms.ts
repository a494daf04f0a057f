export interface PricedItem {
  readonly kind: 'base' | 'additional' | 'addon';
  /** Id in the catalogue. */
  readonly priceId: string;
  readonly stripePriceId: string;
  readonly quantity: number;
}

/** What a subscription is to hold, as it was quoted. */
export interface SubscriptionTerms {
  readonly items: readonly PricedItem[];
  readonly promotionCodeId: string | undefined;
  readonly automaticTax: boolean;
  readonly trialDays: number | undefined;
  /** Nothing follows the trial: it ends, whatever card the customer has. */
  readonly endsWithTrial?: boolean;
  /** Seconds since 1970: the moment the quote was made for. */
  readonly pricedAt: number;
  /** Set when an existing subscription is changed. */
  readonly change:
    | {
        readonly stripeSubscriptionId: string;
        /** Items it has now. */
        readonly currentItems: readonly {
          readonly kind: PricedItem['kind'];
          readonly stripeItemId: string;
          readonly stripePriceId: string;
        }[];
        /** Seconds since 1970, the same in preview and update, so that both prorate alike. */
        readonly prorationDate: number;
        readonly endTrial: boolean;
        /** It was to end on a day of its own, which ending with the period, or not, says nothing of. */
        readonly endsOnDate?: boolean;
        /** The schedule that manages it; it is released with an immediate change, and replaced by one that waits. */
        readonly scheduleId?: string;
        /** Seconds since 1970: the end of the period that the change waits for. Absent where it acts at once. */
        readonly startsAt?: number;
        /** The card that it is charged to before the change; null for the customer's default one. */
        readonly paymentMethodId: string | null;
      }
    | undefined;
}

export interface SubscriptionRequest {
  readonly terms: SubscriptionTerms;
  readonly customerId: string;
  readonly paymentMethodId: string | undefined;
  /** Ids that the subscription carries, to be recognised by. */
  readonly metadata: {
    readonly account_id: string;
    readonly product_id: string;
    readonly plan_id: string;
    readonly operation_id: string;
  };
}
