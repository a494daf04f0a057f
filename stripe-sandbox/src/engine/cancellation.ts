import type Stripe from 'stripe';
import type { Work } from '../storage/work.ts';

/** Ends a subscription now. What it owes stays open, but is no longer collected by itself. */
export async function endSubscription(
  work: Work,
  subscription: Stripe.Subscription,
  details: { reason?: Stripe.Subscription.CancellationDetails.Reason | null } = {},
): Promise<void> {
  subscription.status = 'canceled';
  subscription.canceled_at ??= work.now;
  subscription.ended_at = work.now;
  if (subscription.cancellation_details !== null) subscription.cancellation_details.reason = details.reason ?? null;
  work.setDue(subscription.id, null);
  for (const invoice of await work.list('invoice', {
    related: [subscription.id],
    match: { status: ['draft', 'open'] },
  })) {
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    invoice.automatically_finalizes_at = null;
    work.setDue(invoice.id, null);
  }
  work.announce('customer.subscription.deleted', subscription);
}
