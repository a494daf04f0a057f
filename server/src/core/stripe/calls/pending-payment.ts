import type Stripe from 'stripe';
import { NotFoundError } from '../../http/app-error.ts';
import { isRefusal, translated } from '../errors.ts';
import { SpentKeyError, type Step } from '../step.ts';
import { readPaymentStateByInvoice, type SubscriptionPaymentState } from './payment-state.ts';
import { expand, pendingOperationKey } from './subscription-changes.ts';
import type { SubscriptionTerms } from './subscription-terms.ts';

/**
 * Abandons a payment that is pending: voids its invoice, so that nobody can pay it any more, and ends a subscription that waited for it (PUR-20).
 * A change gives the subscription its former card back.
 * @returns how it stands then: active where the payment came about in the meantime, and nothing was abandoned.
 * @throws UnavailableError while the invoice cannot be voided, as when its payment is being processed: an abandoned invoice that is open could still be charged.
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
    // What has ended meanwhile is charged to no card any more, and takes none.
    if (hasEnded(left.subscription)) return left;
    await restoreFormerCard(stripe, id, change, step);
  } else if (left.subscription.status === 'incomplete') {
    await end(stripe, id);
  }
  return translated(read);
}

/**
 * Takes back what was prepared for a change that did not come about. A former card that Stripe has no more is not put back: the subscription has none
 * of its own then, as where Stripe forgets one, and the customer's default card is charged.
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

/** Needs no key: ending what has ended changes nothing. */
async function end(stripe: Stripe, id: string): Promise<void> {
  try {
    await translated(() => stripe.subscriptions.cancel(id));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

/** @throws UnavailableError while it cannot be voided. */
async function voidInvoice(stripe: Stripe, id: string, step: Step): Promise<void> {
  const retrieve = () => translated(() => stripe.invoices.retrieve(id));
  await step(
    'void',
    async (idempotencyKey) => {
      try {
        return await translated(() => stripe.invoices.voidInvoice(id, {}, { idempotencyKey }));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // What became of one that is not open any more shows in how the payment stands. One that is cannot be voided yet.
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
