import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { type Behavior, type Decline, FRAUDULENT_DECLINE } from '../cards.ts';
import { idOf, newId, randomText } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { findBehavior } from './card.ts';
import { adviceOf } from './decline.ts';
import { DAY } from './periods.ts';

/** Internal data of a charge. */
export interface ChargeMemory {
  /** The secret part of the receipt's address. Absent when there is no receipt. */
  receiptSecret?: string;
}

/**
 * The risk score from 0 to 100, always the same for the same payment. Scores from 65 are elevated and from 75
 * highest, as at Stripe.
 */
function riskScore(behavior: Behavior, intentId: string): number {
  const spread = createHash('sha256').update(intentId).digest().readUInt16BE(0);
  if (behavior.risk === 'highest') return 90 + (spread % 10);
  if (behavior.risk === 'elevated') return 65 + (spread % 10);
  return spread % 60;
}

function outcomeOf(behavior: Behavior, intentId: string, decline: Decline | null): Stripe.Charge.Outcome {
  const score = riskScore(behavior, intentId);
  const level = score >= 75 ? 'highest' : score >= 65 ? 'elevated' : 'normal';
  const common = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    risk_level: level,
    risk_score: score,
  };
  if (decline === null) {
    return {
      ...common,
      network_status: 'approved_by_network',
      reason: null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  if (behavior.blocked) {
    return {
      ...common,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    };
  }
  return {
    ...common,
    advice_code: adviceOf(decline),
    network_decline_code: '05',
    network_status: 'declined_by_network',
    reason: decline.declineCode,
    seller_message:
      decline.declineCode === 'generic_decline'
        ? 'The bank did not return any further details with this decline.'
        : `The bank returned the decline code \`${decline.declineCode}\`.`,
    type: 'issuer_declined',
  };
}

/** Stripe's standard fee for a card payment, in cents: 2.9 % plus 30 cents. */
function standardFee(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

/** The card details of a charge. */
function cardDetails(
  intent: Stripe.PaymentIntent,
  { card }: Stripe.PaymentMethod,
  decline: Decline | null,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  return {
    card: {
      amount_authorized: decline === null ? intent.amount : null,
      authorization_code: decline === null ? String(100_000 + (intent.amount % 900_000)) : null,
      brand: card?.brand ?? null,
      checks: {
        address_line1_check: card?.checks?.address_line1_check ?? null,
        address_postal_code_check: card?.checks?.address_postal_code_check ?? null,
        cvc_check: card?.checks?.cvc_check ?? null,
      },
      country: card?.country ?? null,
      electronic_commerce_indicator: authenticated ? '05' : null,
      exp_month: card?.exp_month ?? 0,
      exp_year: card?.exp_year ?? 0,
      extended_authorization: { status: 'disabled' },
      fingerprint: card?.fingerprint ?? null,
      funding: card?.funding ?? null,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card?.last4 ?? null,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card?.brand ?? null,
      network_token: { used: false },
      network_transaction_id: decline === null ? newId('net').slice(4, 19).toUpperCase() : null,
      overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: authenticated ? threeDSecureResult() : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  };
}

/**
 * Charges the payment method of an intent. Stores the charge, its balance transaction and their events.
 * `authenticated` is true when the cardholder has just passed 3-D Secure.
 */
export async function makeCharge(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Promise<{ charge: Stripe.Charge; decline: Decline | null }> {
  const behavior = findBehavior(work, method);
  const decline = behavior.blocked ? FRAUDULENT_DECLINE : (behavior.decline?.as ?? null);
  const receiptSecret = randomText(40);
  const memory: ChargeMemory = decline === null ? { receiptSecret } : {};
  const charge = work.add('charge', buildCharge(work, intent, method, { behavior, decline, authenticated }), memory);
  if (decline === null) {
    charge.receipt_url = `${work.site.browserBase}/receipts/${charge.id}/${receiptSecret}`;
    charge.balance_transaction = recordBalance(work, charge).id;
    const customer = typeof charge.customer === 'string' ? await work.find('customer', charge.customer) : undefined;
    if (charge.receipt_email ?? customer?.email) charge.receipt_number = receiptNumber(charge.id);
  }
  work.announce(decline === null ? 'charge.succeeded' : 'charge.failed', charge);
  return { charge, decline };
}

/** A charge in its API form, without its receipt and balance transaction. */
function buildCharge(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { behavior, decline, authenticated }: { behavior: Behavior; decline: Decline | null; authenticated: boolean },
): Stripe.Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: structuredClone(method.billing_details),
    calculated_statement_descriptor: intent.statement_descriptor ?? 'PORTICO SANDBOX',
    captured: decline === null,
    created: work.now,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(behavior, intent.id, decline),
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(intent, method, decline, authenticated),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline === null ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

function threeDSecureResult(): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure {
  return {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: '05',
    exemption_indicator: null,
    result: 'authenticated',
    result_reason: null,
    transaction_id: null,
    version: '2.2.0',
  };
}

/** The receipt number, derived from the charge's id: four digits, a dash and four digits. */
function receiptNumber(chargeId: string): string {
  const digits = (createHash('sha256').update(chargeId).digest().readUInt32BE(0) % 100_000_000)
    .toString()
    .padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

function recordBalance(work: Work, charge: Stripe.Charge): Stripe.BalanceTransaction {
  const fee = standardFee(charge.amount);
  return work.add('balance_transaction', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: charge.amount,
    available_on: work.now + 2 * DAY,
    balance_type: 'payments',
    created: work.now,
    currency: charge.currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details: [
      {
        amount: fee,
        application: null,
        currency: charge.currency,
        description: 'Stripe processing fees',
        type: 'stripe_fee',
      },
    ],
    net: charge.amount - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'pending',
    type: 'charge',
  });
}
