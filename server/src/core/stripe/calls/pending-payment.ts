import type Stripe from 'stripe';
import { NotFoundError } from '../../http/app-error.ts';
import { isRefusal, translated } from '../errors.ts';
import { SpentKeyError, type Step } from '../step.ts';
import { readPaymentStateByInvoice, type SubscriptionPaymentState } from './payment-state.ts';
import { expand, pendingOperationKey } from './subscription-changes.ts';
import type { SubscriptionTerms } from './subscription-terms.ts';

/**
 * Abandons a pending payment: voids its invoice and ends a subscription that waited for it (PUR-20). A change restores
 * the previous card.
 * @returns the state afterwards: active if the payment succeeded meanwhile.
 * @throws UnavailableError if the invoice cannot be voided yet.
 */
export async function abandonPendingPayment(
  stripe: Stripe,
  state: SubscriptionPaymentState,
  change: SubscriptionTerms['change'],
  step: Step,
): Promise<SubscriptionPaymentState> {
  const { id } = state.subscription;
  const read = async () =>
    readPaymentStateByInvoice(stripe, await stripe.subscriptions.retrieve(id, { expand }), state.invoice?.id);
  if (state.invoice?.id && state.invoice.status === 'open') await voidInvoice(stripe, state.invoice.id, step);
  const left = await translated(read);
  if (left.outcome === 'active') return left;
  if (change) {
    // A subscription that has ended meanwhile is not charged and accepts no card.
    if (hasEnded(left.subscription)) return left;
    await restoreFormerCard(stripe, id, change, step);
  } else if (left.subscription.status === 'incomplete') {
    await end(stripe, id);
  }
  return translated(read);
}

/**
 * Undoes the preparation for a change that failed. If Stripe no longer has the previous card, the subscription has no
 * card of its own, and the customer's default card is charged.
 */
export async function restoreFormerCard(
  stripe: Stripe,
  id: string,
  { paymentMethodId }: NonNullable<SubscriptionTerms['change']>,
  step: Step,
): Promise<void> {
  const give = (name: string, card: string) =>
    step(
      name,
      (idempotencyKey) =>
        translated(() =>
          stripe.subscriptions.update(
            id,
            { default_payment_method: card, metadata: { [pendingOperationKey]: '' } },
            { idempotencyKey },
          ),
        ),
      () =>
        translated(async () => {
          const subscription = await stripe.subscriptions.retrieve(id);
          return subscription.metadata[pendingOperationKey] ? undefined : subscription;
        }),
    );
  try {
    await give('former-card', paymentMethodId ?? '');
  } catch (error) {
    if (!paymentMethodId || !(isRefusal(error) || error instanceof NotFoundError)) throw error;
    await give('no-former-card', '');
  }
}

function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Needs no idempotency key, because ending an ended subscription changes nothing. */
async function end(stripe: Stripe, id: string): Promise<void> {
  try {
    await translated(() => stripe.subscriptions.cancel(id));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

/** @throws UnavailableError if it cannot be voided yet. */
async function voidInvoice(stripe: Stripe, id: string, step: Step): Promise<void> {
  const retrieve = () => translated(() => stripe.invoices.retrieve(id));
  await step(
    'void',
    async (idempotencyKey) => {
      try {
        return await translated(() => stripe.invoices.voidInvoice(id, {}, { idempotencyKey }));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // If the invoice is closed, its payment state shows the outcome. An open invoice cannot be voided yet.
        const invoice = await retrieve();
        if (invoice.status === 'open') throw new SpentKeyError(error);
        return invoice;
      }
    },
    async () => {
      const invoice = await retrieve();
      return invoice.status === 'open' ? undefined : invoice;
    },
  );
}
