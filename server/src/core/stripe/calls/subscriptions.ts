import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { CardError, isFinal, refetchIfReplayed, requiresAuthentication, translated } from '../errors.ts';
import type { Step } from '../step.ts';
import {
  latestInvoiceId,
  readPaymentState,
  readPaymentStateByInvoice,
  type SubscriptionPaymentState,
} from './payment-state.ts';
import { abandonPendingPayment, restoreFormerCard } from './pending-payment.ts';
import { type CancellationRequest, endNow, setCancellation } from './subscription-cancellation.ts';
import { setCard } from './subscription-card.ts';
import {
  changeParameters,
  completionParameters,
  creationParameters,
  expand,
  hasItems,
  pendingOperationKey,
  pendingUpdateParameters,
  preparationParameters,
} from './subscription-changes.ts';
import { giveDiscount, listDiscounts, type SubscriptionDiscount } from './subscription-discounts.ts';
import { releaseSchedule, type ScheduledState, scheduleChange } from './subscription-schedules.ts';
import type { SubscriptionRequest, SubscriptionTerms } from './subscription-terms.ts';

const liveStatuses: ReadonlySet<Stripe.Subscription.Status> = new Set(['active', 'trialing', 'past_due', 'unpaid']);
const isLive = ({ status }: Stripe.Subscription) => liveStatuses.has(status);

export function subscriptionCalls(client: StripeClient) {
  return {
    ...readingCalls(client),
    /**
     * Subscribes, or changes a subscription. A declined card leaves nothing behind (PUR-18). A subscription is
     * incomplete if the cardholder must authenticate, or if it is new and an amount is due without a card.
     * @throws CardError in the provider's words.
     */
    createOrChange: async (request: SubscriptionRequest, step: Step): Promise<SubscriptionPaymentState> => {
      const stripe = await client();
      return request.terms.change ? change(stripe, request, step) : create(stripe, request, step);
    },
    /** Completes a change after its payment: sets the metadata that Stripe did not accept with the change, and turns renewal on again. */
    complete: async (request: SubscriptionRequest, state: SubscriptionPaymentState, step: Step) =>
      complete(await client(), request, state, step),
    /**
     * Abandons a pending payment: voids its invoice and ends a subscription that waited for it. A change restores the
     * previous card.
     * @returns the state afterwards: active if the payment succeeded meanwhile and nothing was abandoned.
     */
    abandon: async (
      state: SubscriptionPaymentState,
      change: SubscriptionTerms['change'],
      step: Step,
    ): Promise<SubscriptionPaymentState> => abandonPendingPayment(await client(), state, change, step),
    /**
     * Schedules a change for the end of the paid period, replacing a scheduled one.
     * @returns undefined, without a change, if the subscription no longer matches the quote.
     */
    scheduleChange: async (request: SubscriptionRequest, step: Step): Promise<ScheduledState | undefined> =>
      scheduleChange(await client(), request, step),
    /** Takes back a scheduled change. The subscription continues unchanged. */
    releaseSchedule: async (scheduleId: string, step: Step): Promise<Stripe.SubscriptionSchedule> =>
      releaseSchedule(await client(), scheduleId, step),
    /** Schedules a subscription to end with its paid period, or restores it. */
    setCancellation: async (
      subscriptionId: string,
      request: CancellationRequest,
      step: Step,
    ): Promise<Stripe.Subscription> => setCancellation(await client(), subscriptionId, request, step),
    /** Ends a subscription at once, without a refund. */
    endNow: async (subscriptionId: string, step: Step): Promise<Stripe.Subscription> =>
      endNow(await client(), subscriptionId, step),
    /**
     * Applies a coupon to the next invoices of a subscription.
     * @returns undefined, without a change, if it is set to end or already has a discount.
     */
    giveDiscount: async (
      subscriptionId: string,
      couponId: string,
      step: Step,
    ): Promise<Stripe.Subscription | undefined> => giveDiscount(await client(), subscriptionId, couponId, step),
    /** Sets the card that a subscription is charged to from now on. */
    setCard: async (subscriptionId: string, paymentMethodId: string, step: Step): Promise<Stripe.Subscription> =>
      setCard(await client(), subscriptionId, paymentMethodId, step),
  };
}

function readingCalls(client: StripeClient) {
  return {
    /**
     * A customer's subscriptions that are charged, or will be after a trial.
     * @param knownCustomer the customer from a previous response; if it contains all of its subscriptions, no call is made.
     */
    listLive: (customerId: string, knownCustomer?: Stripe.Customer): Promise<Stripe.Subscription[]> =>
      translated(async () => listLive(await client(), customerId, knownCustomer)),
    /** Unpaid invoices of a subscription: open ones and drafts, the newest ten of each. */
    listUnpaid: (subscriptionId: string): Promise<Stripe.Invoice[]> =>
      translated(async () => listUnpaid(await client(), subscriptionId)),
    /** @param invoiceId the invoice of the call, if known; its payment decides. */
    retrieve: (subscriptionId: string, invoiceId: string | undefined): Promise<SubscriptionPaymentState> =>
      translated(async () => {
        const stripe = await client();
        return readPaymentStateByInvoice(
          stripe,
          await stripe.subscriptions.retrieve(subscriptionId, { expand }),
          invoiceId,
        );
      }),
    /** The coupons on a whole subscription. */
    listDiscounts: (subscriptionId: string): Promise<readonly SubscriptionDiscount[]> =>
      translated(async () => listDiscounts(await client(), subscriptionId)),
  };
}

async function complete(
  stripe: Stripe,
  request: SubscriptionRequest,
  state: SubscriptionPaymentState,
  step: Step,
): Promise<SubscriptionPaymentState> {
  const { id, metadata } = state.subscription;
  if (metadata.operation_id === request.metadata.operation_id) return state;
  const completed = await step(
    'subscription-complete',
    (idempotencyKey) =>
      readAnswer(
        stripe,
        stripe.subscriptions.update(id, completionParameters(request, state.subscription), { idempotencyKey }),
      ),
    () => translated(() => findChanged(stripe, id, request)),
  );
  return { ...state, subscription: completed.subscription };
}

async function listLive(
  stripe: Stripe,
  customerId: string,
  knownCustomer?: Stripe.Customer,
): Promise<Stripe.Subscription[]> {
  if (knownCustomer?.subscriptions?.has_more === false) return knownCustomer.subscriptions.data.filter(isLive);
  // Without a status, Stripe lists all that have not ended.
  const listed = stripe.subscriptions.list({ customer: customerId, limit: 100, expand: ['data.latest_invoice'] });
  const live: Stripe.Subscription[] = [];
  for await (const subscription of listed) if (isLive(subscription)) live.push(subscription);
  return live;
}

async function listUnpaid(stripe: Stripe, subscriptionId: string): Promise<Stripe.Invoice[]> {
  const listed = await Promise.all(
    (['open', 'draft'] as const).map((status) =>
      stripe.invoices.list({ subscription: subscriptionId, status, limit: 10 }),
    ),
  );
  return listed.flatMap(({ data }) => data);
}

/** The current subscription if the response repeats an earlier one. The invoice is still the one from the response. */
function readAnswer(
  stripe: Stripe,
  call: Promise<Stripe.Response<Stripe.Subscription>>,
): Promise<SubscriptionPaymentState> {
  return translated(async () => {
    const answer = await call;
    const now = await refetchIfReplayed<Stripe.Subscription>(answer, ({ id }) =>
      stripe.subscriptions.retrieve(id, { expand }),
    );
    return now === answer ? readPaymentState(now) : readPaymentStateByInvoice(stripe, now, latestInvoiceId(answer));
  });
}

/** The result of a creating call: the customer's subscription with its operation's id. */
async function findMade(
  stripe: Stripe,
  { customerId, metadata }: SubscriptionRequest,
): Promise<SubscriptionPaymentState | undefined> {
  const listed = stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
  for await (const { id, metadata: found } of listed) {
    if (found.operation_id === metadata.operation_id)
      return readPaymentState(await stripe.subscriptions.retrieve(id, { expand }));
  }
  return undefined;
}

/** The subscription after a change. A change that was paid immediately is recognized by its metadata. */
async function findChanged(
  stripe: Stripe,
  id: string,
  { metadata }: SubscriptionRequest,
): Promise<SubscriptionPaymentState | undefined> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand });
  return subscription.metadata.operation_id === metadata.operation_id ? readPaymentState(subscription) : undefined;
}

/** A waiting change has no metadata. It is recognized by its preparation and its items. */
async function findPendingUpdate(
  stripe: Stripe,
  id: string,
  request: SubscriptionRequest,
): Promise<SubscriptionPaymentState | undefined> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand });
  const isPrepared = subscription.metadata[pendingOperationKey] === request.metadata.operation_id;
  const isThere = subscription.pending_update !== null || hasItems(subscription, request.terms);
  return isPrepared && isThere ? readPaymentState(subscription) : undefined;
}

async function create(stripe: Stripe, request: SubscriptionRequest, step: Step): Promise<SubscriptionPaymentState> {
  const send = (behavior: Parameters<typeof creationParameters>[1]) => (idempotencyKey: string) =>
    readAnswer(stripe, stripe.subscriptions.create(creationParameters(request, behavior), { idempotencyKey }));
  const lookUp = () => translated(() => findMade(stripe, request));
  // Without a card nothing may be charged, not even the default card. An unexpected amount due waits (PUR-22).
  if (!request.paymentMethodId) return step('subscription', send('default_incomplete'), lookUp);
  try {
    return await step('subscription', send('error_if_incomplete'), lookUp);
  } catch (error) {
    if (!requiresAuthentication(error)) throw error;
    return step('subscription-confirm', send('allow_incomplete'), lookUp);
  }
}

async function change(stripe: Stripe, request: SubscriptionRequest, step: Step): Promise<SubscriptionPaymentState> {
  const { change } = request.terms;
  if (!change) throw new Error('There is nothing to change');
  const id = change.stripeSubscriptionId;
  const send = (parameters: Stripe.SubscriptionUpdateParams) => (idempotencyKey: string) =>
    readAnswer(stripe, stripe.subscriptions.update(id, parameters, { idempotencyKey }));
  try {
    return await step('subscription', send(changeParameters(request, change)), () =>
      translated(() => findChanged(stripe, id, request)),
    );
  } catch (error) {
    if (!requiresAuthentication(error)) throw error;
    // A pending change would not apply the discount, so the card would be charged a different amount than was shown
    // (CPN-13).
    if (request.terms.promotionCodeId) throw new CardError({ key: 'purchase.couponNeedsOtherCard' });
    if (change.keptDiscounts) throw new CardError({ key: 'purchase.discountNeedsOtherCard' });
    await step('subscription-prepare', send({ ...preparationParameters(request), expand }), () =>
      translated(async () => {
        const subscription = await stripe.subscriptions.retrieve(id, { expand });
        const isPrepared = subscription.metadata[pendingOperationKey] === request.metadata.operation_id;
        return isPrepared ? readPaymentState(subscription) : undefined;
      }),
    );
    try {
      return await step('subscription-confirm', send(pendingUpdateParameters(request, change)), () =>
        translated(() => findPendingUpdate(stripe, id, request)),
      );
    } catch (refused) {
      // Nothing was changed besides the preparation.
      if (isFinal(refused)) await restoreFormerCard(stripe, id, change, step);
      throw refused;
    }
  }
}
