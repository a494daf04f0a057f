import type Stripe from 'stripe';
import type { StripeClient } from './client.ts';
import { CardError, isRefusal, toAppError, translated } from './errors.ts';

export interface PricedItem {
  readonly kind: 'base' | 'additional' | 'addon';
  /** Id in the catalogue. */
  readonly priceId: string;
  readonly stripePriceId: string;
  readonly quantity: number;
}

/** What is bought, as it was quoted. */
export interface SubscriptionTerms {
  readonly items: readonly PricedItem[];
  readonly promotionCodeId: string | undefined;
  readonly automaticTax: boolean;
  readonly trialDays: number | undefined;
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
        /** The card that it is charged to before the change; null for the customer's default one. */
        readonly paymentMethodId: string | null;
      }
    | undefined;
}

export interface PurchaseOrder {
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

/** Where a purchase stands after a call. */
export interface PurchaseState {
  readonly subscription: Stripe.Subscription;
  readonly invoice: Stripe.Invoice | undefined;
  readonly outcome: 'active' | 'requiresAction' | 'declined';
  readonly clientSecret: string | undefined;
  /** The provider's words, where the card was declined. */
  readonly declineMessage: string | undefined;
}

const expand = [
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments.data.payment.payment_intent',
  'pending_setup_intent',
];

/** The error codes with which Stripe says that the card's holder must confirm a payment that was to succeed or leave nothing. [mem] */
const holderMustConfirm = new Set(['subscription_payment_intent_requires_action', 'authentication_required']);

export function subscriptionCalls(client: StripeClient) {
  return {
    /**
     * Subscribes, or changes what is there. A declined card leaves nothing behind: Stripe makes the subscription only if its first invoice is paid.
     * Where the card's holder must confirm, it is made as incomplete, and `clientSecret` goes to the browser.
     * @throws CardError in the provider's words.
     */
    buy: async (order: PurchaseOrder, idempotencyKey: string): Promise<PurchaseState> => {
      const stripe = await client();
      try {
        return readState(await send(stripe, order, 'error_if_incomplete', idempotencyKey));
      } catch (error) {
        if (!holderMustConfirm.has((error as { code?: string }).code ?? '')) throw toAppError(error);
        return translated(async () => {
          const again = `${idempotencyKey}-confirm`;
          if (!order.terms.change) return readState(await send(stripe, order, 'allow_incomplete', again));
          await prepareChange(stripe, order, idempotencyKey);
          return readState(await send(stripe, order, 'pending_if_incomplete', again));
        });
      }
    },
    /** @param invoiceId the purchase's own invoice, where it is known: whether that one is paid decides. */
    retrieve: (subscriptionId: string, invoiceId: string | undefined): Promise<PurchaseState> =>
      translated(async () => judge(await client(), subscriptionId, invoiceId)),
    /**
     * Lets go of a purchase that was not paid: voids its invoice, so that nobody can pay it any more, and ends a subscription that waited for it.
     * A change gives the subscription its former card back.
     * @returns how it stands then: active where the payment came about in the meantime, and nothing was let go of.
     */
    abandon: (
      state: PurchaseState,
      change: SubscriptionTerms['change'],
      idempotencyKey: string,
    ): Promise<PurchaseState> =>
      translated(async () => {
        const stripe = await client();
        const { id } = state.subscription;
        if (state.invoice?.id && state.invoice.status === 'open') {
          try {
            await stripe.invoices.voidInvoice(state.invoice.id, {}, { idempotencyKey: `${idempotencyKey}-void` });
          } catch (error) {
            // It is not open any more; what became of it shows below.
            if (!isRefusal(error)) throw error;
          }
        }
        const left = await judge(stripe, id, state.invoice?.id);
        if (left.outcome === 'active') return left;
        if (change) {
          const formerCard = { default_payment_method: change.paymentMethodId ?? '' };
          await stripe.subscriptions.update(id, formerCard, { idempotencyKey: `${idempotencyKey}-card` });
        } else if (left.subscription.status === 'incomplete') {
          await stripe.subscriptions.cancel(id, {}, { idempotencyKey });
        }
        return judge(stripe, id, state.invoice?.id);
      }),
  };
}

/** Said where a card would be charged another amount than was shown. */
const couponNeedsOtherCard =
  'Your card’s issuer asks you to confirm this payment, which a change with a coupon does not allow. Use another card, or leave out the coupon.';

/**
 * Gives a subscription what a pending change cannot carry and its payment needs: the card that was chosen, and how tax is reckoned.
 * (docs.stripe.com/billing/subscriptions/pending-updates-reference)
 * @throws CardError with a coupon, which a pending change would not take off.
 */
async function prepareChange(stripe: Stripe, { terms, paymentMethodId }: PurchaseOrder, idempotencyKey: string) {
  if (!terms.change) return;
  if (terms.promotionCodeId) throw new CardError(couponNeedsOtherCard);
  await stripe.subscriptions.update(
    terms.change.stripeSubscriptionId,
    {
      automatic_tax: { enabled: terms.automaticTax },
      ...(paymentMethodId && { default_payment_method: paymentMethodId }),
      proration_behavior: 'none',
    },
    { idempotencyKey: `${idempotencyKey}-prepare` },
  );
}

type PaymentBehavior = 'error_if_incomplete' | 'allow_incomplete' | 'pending_if_incomplete';

function send(
  stripe: Stripe,
  order: PurchaseOrder,
  behavior: PaymentBehavior,
  idempotencyKey: string,
): Promise<Stripe.Subscription> {
  const { terms } = order;
  const discounts = terms.promotionCodeId ? { discounts: [{ promotion_code: terms.promotionCodeId }] } : {};
  if (terms.change) {
    // Stripe takes only what makes the invoice with `pending_if_incomplete`.
    const whole = behavior !== 'pending_if_incomplete';
    return stripe.subscriptions.update(
      terms.change.stripeSubscriptionId,
      {
        items: toUpdateItems(terms.items, terms.change),
        proration_behavior: 'always_invoice',
        proration_date: terms.change.prorationDate,
        payment_behavior: behavior,
        ...(terms.change.endTrial && { trial_end: 'now' as const }),
        ...(whole && {
          ...discounts,
          automatic_tax: { enabled: terms.automaticTax },
          metadata: order.metadata,
          cancel_at_period_end: false,
          ...(order.paymentMethodId && { default_payment_method: order.paymentMethodId }),
        }),
        expand,
      },
      { idempotencyKey },
    );
  }
  return stripe.subscriptions.create(
    {
      customer: order.customerId,
      items: terms.items.map((item) => ({
        price: item.stripePriceId,
        quantity: item.quantity,
        metadata: { kind: item.kind, price_id: item.priceId },
      })),
      ...discounts,
      automatic_tax: { enabled: terms.automaticTax },
      payment_behavior: behavior,
      payment_settings: { save_default_payment_method: 'off' },
      ...(order.paymentMethodId && { default_payment_method: order.paymentMethodId }),
      ...(terms.trialDays && {
        trial_period_days: terms.trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }),
      off_session: false,
      metadata: order.metadata,
      expand,
    },
    { idempotencyKey },
  );
}

/** What there is now becomes what was chosen: same prices keep their item, others are replaced, what is left over goes. */
export function toUpdateItems(
  wanted: readonly PricedItem[],
  change: NonNullable<SubscriptionTerms['change']>,
): { id?: string; price?: string; quantity?: number; deleted?: boolean; metadata?: Record<string, string> }[] {
  const left = [...change.currentItems];
  const take = (matches: (item: (typeof left)[number]) => boolean) => {
    const index = left.findIndex(matches);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const kept = new Map(wanted.map((item) => [item, take((current) => current.stripePriceId === item.stripePriceId)]));
  const items = wanted.map((item) => {
    const current = kept.get(item) ?? take((candidate) => item.kind === 'base' && candidate.kind === 'base');
    return {
      ...(current && { id: current.stripeItemId }),
      price: item.stripePriceId,
      quantity: item.quantity,
      metadata: { kind: item.kind, price_id: item.priceId },
    };
  });
  return [...items, ...left.map((item) => ({ id: item.stripeItemId, deleted: true }))];
}

function readState(subscription: Stripe.Subscription): PurchaseState {
  const invoice =
    typeof subscription.latest_invoice === 'object' ? (subscription.latest_invoice ?? undefined) : undefined;
  const payment = invoice?.payments?.data.at(-1)?.payment.payment_intent;
  const intent = typeof payment === 'object' ? payment : undefined;
  const unsettled = subscription.status === 'incomplete' || subscription.pending_update !== null;
  const requiresAction = unsettled && intent?.status !== 'requires_payment_method' && intent?.status !== 'canceled';
  const ended = subscription.status === 'incomplete_expired' || subscription.status === 'canceled';
  return {
    subscription,
    invoice,
    outcome: ended ? 'declined' : requiresAction ? 'requiresAction' : unsettled ? 'declined' : 'active',
    clientSecret: requiresAction ? invoice?.confirmation_secret?.client_secret : undefined,
    declineMessage: intent?.last_payment_error?.message,
  };
}

/** How a purchase stands by its own invoice: a change that was let go of leaves its subscription as active as it was before. */
async function judge(stripe: Stripe, subscriptionId: string, invoiceId: string | undefined): Promise<PurchaseState> {
  const state = readState(await stripe.subscriptions.retrieve(subscriptionId, { expand }));
  if (!invoiceId || (state.outcome !== 'active' && state.invoice?.id === invoiceId)) return state;
  const invoice = await stripe.invoices.retrieve(invoiceId);
  if (invoice.status === 'paid') return { ...state, invoice, outcome: 'active', clientSecret: undefined };
  return invoice.status === 'open' ? state : { ...state, invoice, outcome: 'declined', clientSecret: undefined };
}

/** The error of a purchase whose payment was declined after its holder had been asked. */
export function declined(state: PurchaseState): CardError {
  return new CardError(state.declineMessage ?? 'Your card was declined.');
}
