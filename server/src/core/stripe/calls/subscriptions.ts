import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { CardError, isFinal, refetchIfReplayed, requiresAuthentication, translated } from '../errors.ts';
import type { Step } from '../step.ts';
import {
  invoiceIdOf,
  readPaymentState,
  readPaymentStateByInvoice,
  type SubscriptionPaymentState,
} from './payment-state.ts';
import { abandonPendingPayment, restoreFormerCard } from './pending-payment.ts';
import { type CancellationRequest, setCancellation } from './subscription-cancellation.ts';
import { setCard } from './subscription-card.ts';
import {
  changeOf,
  completionOf,
  creationOf,
  expand,
  hasItems,
  pendingOperationKey,
  pendingUpdateOf,
  preparationOf,
} from './subscription-changes.ts';
import { giveDiscount, listDiscounts, type SubscriptionDiscount } from './subscription-discounts.ts';
import { releaseSchedule, type ScheduledState, scheduleChange } from './subscription-schedules.ts';
import type { SubscriptionRequest, SubscriptionTerms } from './subscription-terms.ts';

const liveStatuses: ReadonlySet<Stripe.Subscription.Status> = new Set(['active', 'trialing', 'past_due', 'unpaid']);
const isLive = ({ status }: Stripe.Subscription) => liveStatuses.has(status);

export function subscriptionCalls(client: StripeClient) {
  return {
    /**
     * Subscribes, or changes what is there. A declined card leaves nothing behind: Stripe makes the subscription only if its first invoice is paid (PUR-18).
     * Where the card's holder must confirm, it is made as incomplete, or the change waits; `clientSecret` goes to the browser. A new one for which
     * no card was named charges none: where something is due it is made as incomplete, and is to be abandoned.
     * @throws CardError in the provider's words.
     */
    createOrChange: async (request: SubscriptionRequest, step: Step): Promise<SubscriptionPaymentState> => {
      const stripe = await client();
      return request.terms.change ? change(stripe, request, step) : create(stripe, request, step);
    },
    /** Gives a change that had waited for its payment what it could not carry: metadata, and that the subscription goes on. */
    complete: async (request: SubscriptionRequest, state: SubscriptionPaymentState, step: Step) =>
      complete(await client(), request, state, step),
    /**
     * A customer's subscriptions that are charged for, or will be once a trial ends.
     * @param told the customer as a call has just answered: where all of its subscriptions stand there, no call is made.
     */
    listLive: (customerId: string, told?: Stripe.Customer): Promise<Stripe.Subscription[]> =>
      translated(async () => listLive(await client(), customerId, told)),
    /** Invoices of a subscription that are not paid: open ones, and those that are still drafted; the newest ten of each. */
    listUnpaid: (subscriptionId: string): Promise<Stripe.Invoice[]> =>
      translated(async () => listUnpaid(await client(), subscriptionId)),
    /** @param invoiceId the invoice that the call made, where it is known: whether that one is paid decides. */
    retrieve: (subscriptionId: string, invoiceId: string | undefined): Promise<SubscriptionPaymentState> =>
      translated(async () => {
        const stripe = await client();
        return readPaymentStateByInvoice(
          stripe,
          await stripe.subscriptions.retrieve(subscriptionId, { expand }),
          invoiceId,
        );
      }),
    /**
     * Abandons a payment that is pending: voids its invoice, so that nobody can pay it any more, and ends a subscription that waited for it.
     * A change gives the subscription its former card back.
     * @returns how it stands then: active where the payment came about in the meantime, and nothing was abandoned.
     */
    abandon: async (
      state: SubscriptionPaymentState,
      change: SubscriptionTerms['change'],
      step: Step,
    ): Promise<SubscriptionPaymentState> => abandonPendingPayment(await client(), state, change, step),
    /**
     * Has a change take effect when the paid period ends. It replaces one that waits.
     * @returns undefined where the subscription is no more as it was quoted: nothing was scheduled then.
     */
    scheduleChange: async (request: SubscriptionRequest, step: Step): Promise<ScheduledState | undefined> =>
      scheduleChange(await client(), request, step),
    /** Takes back what a schedule would change. The subscription goes on as it is. */
    releaseSchedule: async (scheduleId: string, step: Step): Promise<Stripe.SubscriptionSchedule> =>
      releaseSchedule(await client(), scheduleId, step),
    /** Has a subscription end with its paid period, or go on. */
    setCancellation: async (
      subscriptionId: string,
      request: CancellationRequest,
      step: Step,
    ): Promise<Stripe.Subscription> => setCancellation(await client(), subscriptionId, request, step),
    /** The coupons on a subscription as a whole. */
    listDiscounts: (subscriptionId: string): Promise<readonly SubscriptionDiscount[]> =>
      translated(async () => listDiscounts(await client(), subscriptionId)),
    /**
     * Takes a coupon off the next invoices of a subscription.
     * @returns undefined where it is to end, or something is taken off already: nothing was changed.
     */
    giveDiscount: async (
      subscriptionId: string,
      couponId: string,
      step: Step,
    ): Promise<Stripe.Subscription | undefined> => giveDiscount(await client(), subscriptionId, couponId, step),
    /** Has a subscription charged to a card of its customer from now on. */
    setCard: async (subscriptionId: string, paymentMethodId: string, step: Step): Promise<Stripe.Subscription> =>
      setCard(await client(), subscriptionId, paymentMethodId, step),
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
        stripe.subscriptions.update(id, completionOf(request, state.subscription), { idempotencyKey }),
      ),
    () => translated(() => findChanged(stripe, id, request)),
  );
  return { ...state, subscription: completed.subscription };
}

async function listLive(stripe: Stripe, customerId: string, told?: Stripe.Customer): Promise<Stripe.Subscription[]> {
  if (told?.subscriptions?.has_more === false) return told.subscriptions.data.filter(isLive);
  // Without a status, all that have not ended.
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

/** As it is now, where the answer repeats an earlier one. The invoice stays the call's own. */
function readAnswer(
  stripe: Stripe,
  call: Promise<Stripe.Response<Stripe.Subscription>>,
): Promise<SubscriptionPaymentState> {
  return translated(async () => {
    const answer = await call;
    const now = await refetchIfReplayed<Stripe.Subscription>(answer, ({ id }) =>
      stripe.subscriptions.retrieve(id, { expand }),
    );
    return now === answer ? readPaymentState(now) : readPaymentStateByInvoice(stripe, now, invoiceIdOf(answer));
  });
}

/** What a call that creates made: the customer's subscription that carries its operation's id. */
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

/** What a change made of its subscription: one that was paid at once is told by its metadata. */
async function findChanged(
  stripe: Stripe,
  id: string,
  { metadata }: SubscriptionRequest,
): Promise<SubscriptionPaymentState | undefined> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand });
  return subscription.metadata.operation_id === metadata.operation_id ? readPaymentState(subscription) : undefined;
}

/** A change that waits carries no metadata: it is told by what was prepared for it, and by its items. */
async function findPendingUpdate(
  stripe: Stripe,
  id: string,
  request: SubscriptionRequest,
): Promise<SubscriptionPaymentState | undefined> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand });
  const isPrepared = subscription.metadata[pendingOperationKey] === request.metadata.operation_id;
  const isThere = subscription.pending_update !== null || hasItems(subscription, request.terms.items);
  return isPrepared && isThere ? readPaymentState(subscription) : undefined;
}

async function create(stripe: Stripe, request: SubscriptionRequest, step: Step): Promise<SubscriptionPaymentState> {
  const send = (behavior: Parameters<typeof creationOf>[1]) => (idempotencyKey: string) =>
    readAnswer(stripe, stripe.subscriptions.create(creationOf(request, behavior), { idempotencyKey }));
  const lookUp = () => translated(() => findMade(stripe, request));
  // Without a card nothing may be charged, to the customer's default one neither: what is due after all waits (PUR-22).
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
    return await step('subscription', send(changeOf(request, change)), () =>
      translated(() => findChanged(stripe, id, request)),
    );
  } catch (error) {
    if (!requiresAuthentication(error)) throw error;
    // A pending change would not take it off, and the card would be charged another amount than was shown (CPN-13).
    if (request.terms.promotionCodeId) throw new CardError({ key: 'purchase.couponNeedsOtherCard' });
    await step('subscription-prepare', send({ ...preparationOf(request), expand }), () =>
      translated(async () => {
        const subscription = await stripe.subscriptions.retrieve(id, { expand });
        const isPrepared = subscription.metadata[pendingOperationKey] === request.metadata.operation_id;
        return isPrepared ? readPaymentState(subscription) : undefined;
      }),
    );
    try {
      return await step('subscription-confirm', send(pendingUpdateOf(request, change)), () =>
        translated(() => findPendingUpdate(stripe, id, request)),
      );
    } catch (refused) {
      // Nothing was changed beside what was prepared.
      if (isFinal(refused)) await restoreFormerCard(stripe, id, change, step);
      throw refused;
    }
  }
}
