import type Stripe from 'stripe';
import { NotFoundError } from '../http/app-error.ts';
import type { StripeClient } from './client.ts';
import { CardError, isFinal, isRefusal, needsHolder, translated } from './errors.ts';
import type { Step } from './operation-steps.ts';
import { asItIsNow } from './replays.ts';
import {
  changeOf,
  completionOf,
  creationOf,
  expand,
  hasItems,
  pendingChangeOf,
  pendingOperation,
  preparationOf,
} from './subscription-changes.ts';

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
  /** Stripe's reason of it, such as `insufficient_funds`. */
  readonly declineCode: string | undefined;
}

const runs: ReadonlySet<Stripe.Subscription.Status> = new Set(['active', 'trialing', 'past_due', 'unpaid']);

/** Said where a card would be charged another amount than was shown. */
const couponNeedsOtherCard =
  'Your card’s issuer asks you to confirm this payment, which a change with a coupon does not allow. Use another card, or leave out the coupon.';

export function subscriptionCalls(client: StripeClient) {
  /** As it is now, where the answer repeats an earlier one. The invoice stays the purchase's own. */
  function take(stripe: Stripe, call: Promise<Stripe.Response<Stripe.Subscription>>): Promise<PurchaseState> {
    return translated(async () => {
      const answer = await call;
      const now = await asItIsNow<Stripe.Subscription>(answer, ({ id }) =>
        stripe.subscriptions.retrieve(id, { expand }),
      );
      return now === answer ? readState(now) : judge(stripe, now, invoiceIdOf(answer));
    });
  }

  /** What a purchase made: the customer's subscription that carries its operation's id. */
  async function findMade(stripe: Stripe, { customerId, metadata }: PurchaseOrder): Promise<PurchaseState | undefined> {
    const listed = stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
    for await (const { id, metadata: found } of listed) {
      if (found.operation_id === metadata.operation_id)
        return readState(await stripe.subscriptions.retrieve(id, { expand }));
    }
    return undefined;
  }

  /** What a change made of its subscription: one that was paid at once is told by its metadata. */
  async function findChanged(
    stripe: Stripe,
    id: string,
    { metadata }: PurchaseOrder,
  ): Promise<PurchaseState | undefined> {
    const subscription = await stripe.subscriptions.retrieve(id, { expand });
    return subscription.metadata.operation_id === metadata.operation_id ? readState(subscription) : undefined;
  }

  /** A change that waits carries no metadata: it is told by what was prepared for it, and by its items. */
  async function findPending(stripe: Stripe, id: string, order: PurchaseOrder): Promise<PurchaseState | undefined> {
    const subscription = await stripe.subscriptions.retrieve(id, { expand });
    const isPrepared = subscription.metadata[pendingOperation] === order.metadata.operation_id;
    const isThere = subscription.pending_update !== null || hasItems(subscription, order.terms.items);
    return isPrepared && isThere ? readState(subscription) : undefined;
  }

  async function subscribe(stripe: Stripe, order: PurchaseOrder, step: Step): Promise<PurchaseState> {
    const send = (behavior: 'error_if_incomplete' | 'allow_incomplete') => (idempotencyKey: string) =>
      take(stripe, stripe.subscriptions.create(creationOf(order, behavior), { idempotencyKey }));
    const lookUp = () => translated(() => findMade(stripe, order));
    try {
      return await step('subscription', send('error_if_incomplete'), lookUp);
    } catch (error) {
      if (!needsHolder(error)) throw error;
      return step('subscription-confirm', send('allow_incomplete'), lookUp);
    }
  }

  async function change(stripe: Stripe, order: PurchaseOrder, step: Step): Promise<PurchaseState> {
    const { change } = order.terms;
    if (!change) throw new Error('There is nothing to change');
    const id = change.stripeSubscriptionId;
    const send = (parameters: Stripe.SubscriptionUpdateParams) => (idempotencyKey: string) =>
      take(stripe, stripe.subscriptions.update(id, parameters, { idempotencyKey }));
    try {
      return await step('subscription', send(changeOf(order, change)), () =>
        translated(() => findChanged(stripe, id, order)),
      );
    } catch (error) {
      if (!needsHolder(error)) throw error;
      // A pending change would not take it off.
      if (order.terms.promotionCodeId) throw new CardError(couponNeedsOtherCard);
      await step('subscription-prepare', send({ ...preparationOf(order), expand }), () =>
        translated(async () => {
          const subscription = await stripe.subscriptions.retrieve(id, { expand });
          const isPrepared = subscription.metadata[pendingOperation] === order.metadata.operation_id;
          return isPrepared ? readState(subscription) : undefined;
        }),
      );
      try {
        return await step('subscription-confirm', send(pendingChangeOf(order, change)), () =>
          translated(() => findPending(stripe, id, order)),
        );
      } catch (refused) {
        // Nothing was changed beside what was prepared.
        if (isFinal(refused)) await giveFormerCardBack(stripe, id, change, step);
        throw refused;
      }
    }
  }

  return {
    /**
     * Subscribes, or changes what is there. A declined card leaves nothing behind: Stripe makes the subscription only if its first invoice is paid.
     * Where the card's holder must confirm, it is made as incomplete, or the change waits; `clientSecret` goes to the browser.
     * @throws CardError in the provider's words.
     */
    buy: async (order: PurchaseOrder, step: Step): Promise<PurchaseState> => {
      const stripe = await client();
      return order.terms.change ? change(stripe, order, step) : subscribe(stripe, order, step);
    },
    /** Gives a change that had waited for its payment what it could not carry: metadata, and that the subscription goes on. */
    complete: async (order: PurchaseOrder, state: PurchaseState, step: Step): Promise<PurchaseState> => {
      const stripe = await client();
      const { id, metadata } = state.subscription;
      if (metadata.operation_id === order.metadata.operation_id) return state;
      const completed = await step(
        'subscription-complete',
        (idempotencyKey) =>
          take(stripe, stripe.subscriptions.update(id, completionOf(order, state.subscription), { idempotencyKey })),
        () => translated(() => findChanged(stripe, id, order)),
      );
      return { ...state, subscription: completed.subscription };
    },
    /** A customer's subscriptions that are charged for, or will be once a trial ends. */
    listRunning: (customerId: string): Promise<Stripe.Subscription[]> =>
      translated(async () => {
        const stripe = await client();
        const running: Stripe.Subscription[] = [];
        // Without a status, all that have not ended.
        const listed = stripe.subscriptions.list({ customer: customerId, limit: 100, expand: ['data.latest_invoice'] });
        for await (const subscription of listed) if (runs.has(subscription.status)) running.push(subscription);
        return running;
      }),
    /** @param invoiceId the purchase's own invoice, where it is known: whether that one is paid decides. */
    retrieve: (subscriptionId: string, invoiceId: string | undefined): Promise<PurchaseState> =>
      translated(async () => {
        const stripe = await client();
        return judge(stripe, await stripe.subscriptions.retrieve(subscriptionId, { expand }), invoiceId);
      }),
    /**
     * Lets go of a purchase that was not paid: voids its invoice, so that nobody can pay it any more, and ends a subscription that waited for it.
     * A change gives the subscription its former card back.
     * @returns how it stands then: active where the payment came about in the meantime, and nothing was let go of.
     */
    abandon: async (state: PurchaseState, change: SubscriptionTerms['change'], step: Step): Promise<PurchaseState> => {
      const stripe = await client();
      const { id } = state.subscription;
      const read = async () => judge(stripe, await stripe.subscriptions.retrieve(id, { expand }), state.invoice?.id);
      if (state.invoice?.id && state.invoice.status === 'open') await voidInvoice(stripe, state.invoice.id, step);
      const left = await translated(read);
      if (left.outcome === 'active') return left;
      if (change) {
        await giveFormerCardBack(stripe, id, change, step);
      } else if (left.subscription.status === 'incomplete') {
        await end(stripe, id);
      }
      return translated(read);
    },
    /** Has a subscription end with its paid period, or go on. */
    setEnding: async (subscriptionId: string, ending: Ending, step: Step): Promise<Stripe.Subscription> => {
      const stripe = await client();
      const retrieve = () => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
      return step(
        'subscription',
        (idempotencyKey) =>
          translated(async () => {
            const answer = await stripe.subscriptions.update(
              subscriptionId,
              { ...endingOf(ending), expand: ['latest_invoice'] },
              { idempotencyKey },
            );
            return asItIsNow<Stripe.Subscription>(answer, retrieve);
          }),
        () =>
          translated(async () => {
            const subscription = await retrieve();
            const ends = subscription.cancel_at_period_end || subscription.cancel_at !== null;
            return ends === (ending === 'atPeriodEnd') ? subscription : undefined;
          }),
      );
    },
  };
}

/** `onDateLifted`: it was to end on a day of its own, and goes on. */
export type Ending = 'atPeriodEnd' | 'lifted' | 'onDateLifted';

function endingOf(ending: Ending): Stripe.SubscriptionUpdateParams {
  if (ending === 'onDateLifted') return { cancel_at: '' };
  return { cancel_at_period_end: ending === 'atPeriodEnd' };
}

/** Takes back what was prepared for a change that did not come about. */
async function giveFormerCardBack(
  stripe: Stripe,
  id: string,
  { paymentMethodId }: NonNullable<SubscriptionTerms['change']>,
  step: Step,
): Promise<void> {
  const former = { default_payment_method: paymentMethodId ?? '', metadata: { [pendingOperation]: '' } };
  await step(
    'former-card',
    (idempotencyKey) => translated(() => stripe.subscriptions.update(id, former, { idempotencyKey })),
    () =>
      translated(async () => {
        const subscription = await stripe.subscriptions.retrieve(id);
        return subscription.metadata[pendingOperation] ? undefined : subscription;
      }),
  );
}

/** Needs no key: ending what has ended changes nothing. */
async function end(stripe: Stripe, id: string): Promise<void> {
  try {
    await translated(() => stripe.subscriptions.cancel(id));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

async function voidInvoice(stripe: Stripe, id: string, step: Step): Promise<void> {
  try {
    await step(
      'void',
      (idempotencyKey) => translated(() => stripe.invoices.voidInvoice(id, {}, { idempotencyKey })),
      () =>
        translated(async () => {
          const invoice = await stripe.invoices.retrieve(id);
          return invoice.status === 'open' ? undefined : invoice;
        }),
    );
  } catch (error) {
    // It is not open any more; what became of it shows in how the purchase stands.
    if (!isRefusal(error)) throw error;
  }
}

function invoiceIdOf({ latest_invoice: invoice }: Stripe.Subscription): string | undefined {
  return (typeof invoice === 'string' ? invoice : invoice?.id) ?? undefined;
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
    declineCode: intent?.last_payment_error?.decline_code ?? intent?.last_payment_error?.code,
  };
}

/** How a purchase stands by its own invoice: a change that was let go of leaves its subscription as active as it was before. */
async function judge(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  invoiceId: string | undefined,
): Promise<PurchaseState> {
  const state = readState(subscription);
  if (!invoiceId || (state.outcome !== 'active' && state.invoice?.id === invoiceId)) return state;
  const invoice = await stripe.invoices.retrieve(invoiceId);
  if (invoice.status === 'paid') return { ...state, invoice, outcome: 'active', clientSecret: undefined };
  return invoice.status === 'open' ? state : { ...state, invoice, outcome: 'declined', clientSecret: undefined };
}

/** The error of a purchase whose payment was declined after its holder had been asked. */
export function declined(state: PurchaseState): CardError {
  return new CardError(state.declineMessage ?? 'Your card was declined.', state.declineCode ?? 'card_declined');
}
