import type Stripe from 'stripe';
import { mergeMetadata } from '../endpoint.ts';
import { needTaxLocation } from '../engine/billing.ts';
import { attachedMethod } from '../engine/card.ts';
import { lastPeriodEnd, nextPeriodEnd } from '../engine/schedule.ts';
import { chosenRates } from '../engine/tax-rates.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import type { Values } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import type { createParameters, updateParameters } from './subscription-parameters.ts';

export type Settings = Partial<
  Omit<Values<typeof createParameters>, 'cancel_at' | 'default_payment_method' | 'description'> &
    Values<typeof updateParameters>
>;

/** Sets how a subscription is taxed. The invoice of the same change already uses it. */
export async function applyTaxSettings(
  work: Work,
  subscription: Stripe.Subscription,
  given: Pick<Settings, 'automatic_tax' | 'default_tax_rates'>,
): Promise<void> {
  if (given.automatic_tax !== undefined) {
    const { enabled } = given.automatic_tax;
    subscription.automatic_tax = { disabled_reason: null, enabled, liability: enabled ? { type: 'self' } : null };
    await needTaxLocation(work, subscription);
  }
  if (given.default_tax_rates !== undefined) {
    subscription.default_tax_rates = await chosenRates(work, given.default_tax_rates, {
      param: 'default_tax_rates',
      automaticTax: subscription.automatic_tax.enabled,
    });
  }
}

/** The settings of a subscription that affect no billing. */
export async function applySettings(
  work: Work,
  subscription: Stripe.Subscription,
  given: Omit<Settings, 'items' | 'billing_cycle_anchor' | 'automatic_tax' | 'default_tax_rates'>,
): Promise<void> {
  if (given.description !== undefined) subscription.description = given.description;
  subscription.metadata = mergeMetadata(subscription.metadata, given.metadata);
  const { default_payment_method: named } = given;
  if (named === null) subscription.default_payment_method = null;
  else if (named !== undefined) {
    const method = await attachedMethod(work, named, idOf(subscription.customer), 'default_payment_method');
    subscription.default_payment_method = method.id;
  }
  if (given.days_until_due !== undefined) subscription.days_until_due = given.days_until_due;
  if (given.collection_method !== undefined) {
    subscription.collection_method = given.collection_method;
    if (given.collection_method === 'charge_automatically') subscription.days_until_due = null;
  }
  if (subscription.collection_method === 'send_invoice' && subscription.days_until_due === null) {
    throw invalidRequest('When `collection_method=send_invoice`, you must pass `days_until_due`.', {
      param: 'days_until_due',
    });
  }
  if (given.payment_settings !== undefined && subscription.payment_settings !== null)
    applyPaymentSettings(subscription.payment_settings, given.payment_settings);
  if (given.invoice_settings !== undefined) {
    const { custom_fields, description, footer } = given.invoice_settings;
    if (custom_fields !== undefined) subscription.invoice_settings.custom_fields = custom_fields;
    if (description !== undefined) subscription.invoice_settings.description = description;
    if (footer !== undefined) subscription.invoice_settings.footer = footer;
  }
  if (given.trial_settings !== undefined) {
    const { billing_cycle_anchor = null, missing_payment_method } = given.trial_settings.end_behavior;
    subscription.trial_settings = { end_behavior: { billing_cycle_anchor, missing_payment_method } };
  }
  if (given.pause_collection !== undefined) {
    subscription.pause_collection =
      given.pause_collection === null
        ? null
        : { behavior: given.pause_collection.behavior, resumes_at: given.pause_collection.resumes_at ?? null };
  }
  applyCancellation(work, subscription, given);
}

function applyPaymentSettings(
  settings: Stripe.Subscription.PaymentSettings,
  given: NonNullable<Settings['payment_settings']>,
): void {
  if (given.payment_method_types !== undefined) settings.payment_method_types = given.payment_method_types;
  if (given.save_default_payment_method !== undefined)
    settings.save_default_payment_method = given.save_default_payment_method;
  const card = given.payment_method_options?.card;
  if (card !== undefined) {
    settings.payment_method_options = {
      acss_debit: null,
      bancontact: null,
      billie: null,
      blik: null,
      card:
        card === null
          ? null
          : { network: card.network ?? null, request_three_d_secure: card.request_three_d_secure ?? null },
      customer_balance: null,
      konbini: null,
      payto: null,
      pix: null,
      sepa_debit: null,
      upi: null,
      us_bank_account: null,
    };
  }
}

/** Throws for a subscription with a schedule, which determines its end. Assumed: Stripe's message. */
function refuseScheduled(subscription: Stripe.Subscription): void {
  const schedule = idOf(subscription.schedule);
  if (schedule === null) return;
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  );
}

function applyCancellation(
  work: Work,
  subscription: Stripe.Subscription,
  given: Omit<Settings, 'items' | 'billing_cycle_anchor'>,
): void {
  if (given.cancel_at !== undefined || given.cancel_at_period_end !== undefined) refuseScheduled(subscription);
  const details = subscription.cancellation_details;
  if (given.cancellation_details !== undefined && details !== null) Object.assign(details, given.cancellation_details);
  if (
    given.cancel_at_period_end !== undefined &&
    given.cancel_at !== undefined &&
    given.cancel_at !== null &&
    given.cancel_at_period_end
  ) {
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      param: 'cancel_at',
    });
  }
  let at: number | null | undefined;
  if (given.cancel_at === 'min_period_end') at = nextPeriodEnd(subscription);
  else if (given.cancel_at === 'max_period_end') at = lastPeriodEnd(subscription);
  else if (given.cancel_at !== undefined) at = given.cancel_at;
  if (typeof at === 'number' && at <= work.now)
    throw invalidRequest('cancel_at must be a timestamp in the future.', { param: 'cancel_at' });
  if (given.cancel_at_period_end !== undefined) {
    if (given.cancel_at_period_end) at = lastPeriodEnd(subscription);
    else if (subscription.cancel_at_period_end && at === undefined) at = null;
    subscription.cancel_at_period_end = given.cancel_at_period_end;
  } else if (at !== undefined) subscription.cancel_at_period_end = false;
  // The change may have started another period.
  else if (subscription.cancel_at_period_end) subscription.cancel_at = lastPeriodEnd(subscription);
  if (at === undefined) return;
  subscription.cancel_at = at;
  subscription.canceled_at = at === null ? null : (subscription.canceled_at ?? work.now);
  if (details !== null) details.reason = at === null ? null : 'cancellation_requested';
}
