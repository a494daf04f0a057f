import type Stripe from 'stripe';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { endSubscription, expireIncomplete, voidInvoice } from './cancellation.ts';
import { collect, methodFor, settle } from './collection.ts';
import { canFinalize, finalize, finalizeLater, openInvoice, retotal } from './invoicing.ts';
import { renew } from './renewal.ts';
import { INCOMPLETE_LIFETIME, nextPeriodEnd, schedule, TRIAL_REMINDER } from './schedule.ts';
import type { SubscriptionMemory } from './segments.ts';
import { endDuePhase } from './subscription-phases.ts';
import { afterFailure, findBilledSubscription } from './subscription-status.ts';

/** Does the due work of one object at `work.now`. Afterwards the object is due later or never. */
export async function doDue(work: Work, type: string, id: string): Promise<void> {
  if (type === 'subscription') await subscriptionDue(work, await work.get('subscription', id));
  else if (type === 'invoice') await invoiceDue(work, await work.get('invoice', id));
  else work.setDue(id, null);
}

async function subscriptionDue(work: Work, subscription: Stripe.Subscription): Promise<void> {
  const memory = work.internal<SubscriptionMemory>(subscription.id);
  const { now } = work;
  if (subscription.status === 'incomplete') {
    if (subscription.created + INCOMPLETE_LIFETIME <= now) await expireIncomplete(work, subscription);
    else schedule(work, subscription);
    return;
  }
  if (subscription.pending_update !== null && subscription.pending_update.expires_at <= now)
    await dropPendingUpdate(work, subscription, memory);
  if (subscription.pause_collection?.resumes_at && subscription.pause_collection.resumes_at <= now)
    subscription.pause_collection = null;
  // The phase ends before the renewal, because the renewal charges the items of the next phase.
  if (await endDuePhase(work, subscription)) return;
  if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    await endSubscription(work, subscription, 'cancellation_requested');
    return;
  }
  if (subscription.status === 'trialing' && subscription.trial_end !== null) {
    if (!memory.trialReminderSent && subscription.trial_end - TRIAL_REMINDER <= now && subscription.trial_end > now) {
      memory.trialReminderSent = true;
      work.announce('customer.subscription.trial_will_end', subscription);
    }
    if (subscription.trial_end <= now) {
      memory.trialReminderSent = true;
      if (await endTrial(work, subscription)) return;
    }
  }
  if (subscription.status !== 'paused' && nextPeriodEnd(subscription) <= now) await renewNow(work, subscription);
  schedule(work, subscription);
}

/** Ends a trial. Returns true when the subscription does not continue. */
async function endTrial(work: Work, subscription: Stripe.Subscription): Promise<boolean> {
  const customer = await work.get('customer', idOf(subscription.customer));
  const hasMethod =
    subscription.default_payment_method !== null || customer.invoice_settings.default_payment_method !== null;
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (!hasMethod && behavior === 'cancel') {
    await endSubscription(work, subscription, 'payment_failed');
    return true;
  }
  if (!hasMethod && behavior === 'pause') {
    subscription.status = 'paused';
    work.announce('customer.subscription.paused', subscription);
    schedule(work, subscription);
    return true;
  }
  subscription.status = 'active';
  return false;
}

async function renewNow(work: Work, subscription: Stripe.Subscription): Promise<void> {
  const invoice = await renew(work, subscription);
  switch (subscription.pause_collection?.behavior) {
    case 'void':
      await finalize(work, invoice);
      await voidInvoice(work, invoice);
      break;
    case 'mark_uncollectible':
      await finalize(work, invoice);
      invoice.status = 'uncollectible';
      invoice.auto_advance = false;
      invoice.status_transitions.marked_uncollectible_at = work.now;
      work.announce('invoice.marked_uncollectible', invoice);
      break;
    case 'keep_as_draft':
      invoice.auto_advance = false;
      break;
    default:
      finalizeLater(work, invoice);
  }
}

async function dropPendingUpdate(
  work: Work,
  subscription: Stripe.Subscription,
  memory: SubscriptionMemory,
): Promise<void> {
  const invoice =
    memory.pendingUpdate === undefined ? undefined : await work.find('invoice', memory.pendingUpdate.invoice);
  delete memory.pendingUpdate;
  subscription.pending_update = null;
  if (invoice?.status === 'open') await voidInvoice(work, invoice);
  work.announce('customer.subscription.pending_update_expired', subscription);
}

async function invoiceDue(work: Work, invoice: Stripe.Invoice): Promise<void> {
  work.setDue(invoice.id, null);
  if (!invoice.auto_advance) return;
  if (invoice.status === 'draft') await finalizeNow(work, invoice);
  else if (invoice.status === 'open' && invoice.next_payment_attempt !== null) await attempt(work, invoice);
}

async function finalizeNow(work: Work, invoice: Stripe.Invoice): Promise<void> {
  await retotal(work, invoice);
  if (!canFinalize(invoice)) {
    invoice.automatically_finalizes_at = null;
    invoice.auto_advance = false;
    work.announce('invoice.finalization_failed', invoice);
    return;
  }
  await openInvoice(work, invoice);
  if (invoice.amount_due === 0) await settle(work, invoice);
  else if (invoice.collection_method === 'send_invoice') work.announce('invoice.sent', invoice);
  else await attempt(work, invoice);
}

/** An automatic payment. Without a payment method it fails like a decline. */
async function attempt(work: Work, invoice: Stripe.Invoice): Promise<void> {
  if ((await methodFor(work, invoice)) === null) {
    invoice.attempted = true;
    invoice.attempt_count += 1;
    await afterFailure(work, invoice);
  } else await collect(work, invoice);
  const subscription = await findBilledSubscription(work, invoice);
  if (subscription !== undefined && subscription.ended_at === null) schedule(work, subscription);
}
