import type Stripe from 'stripe';
import { type Behavior, cardByName, EXPIRED_CARD, namedCard } from '../cards.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';

/** What is remembered about a card beside what the API shows: the name of the test card, never a number. */
export interface CardMemory {
  card: string;
  /** True once its holder has authenticated it for payments without them. */
  isSetUp: boolean;
  /** True once it was detached from a customer: it can neither be charged nor attached again. */
  isDetached?: boolean;
}

/** Whether a payment method was detached from its customer. */
export function isDetached(work: Work, method: Stripe.PaymentMethod): boolean {
  return work.internal<CardMemory>(method.id).isDetached === true;
}

/** Takes a payment method from its customer for good. */
export function detach(work: Work, method: Stripe.PaymentMethod): void {
  method.customer = null;
  work.internal<CardMemory>(method.id).isDetached = true;
  work.announce('payment_method.detached', method, { withChanges: true });
}

/** How the test card behind a payment method behaves. Whatever it is: once its last month is over it is refused as expired. */
export function behaviorOf(work: Work, method: Stripe.PaymentMethod): Behavior {
  const behavior = cardByName(work.internal<CardMemory>(method.id).card)?.behavior ?? {};
  const { exp_month = 12, exp_year = Number.POSITIVE_INFINITY } = method.card ?? {};
  const isOver = work.now * 1000 >= Date.UTC(exp_year, exp_month);
  return isOver ? { ...behavior, decline: { when: 'always', as: EXPIRED_CARD } } : behavior;
}

/** The bank's answer to the checks that a card's first use makes. */
export function passChecks(work: Work, method: Stripe.PaymentMethod): void {
  const checks = method.card?.checks;
  if (!checks) return;
  if (checks.cvc_check !== null) checks.cvc_check = behaviorOf(work, method).cvcCheck ?? 'pass';
  if (checks.address_line1_check !== null) checks.address_line1_check = 'pass';
  if (checks.address_postal_code_check !== null) checks.address_postal_code_check = 'pass';
}

/**
 * The payment method of the customer's that a default names. A `pm_card_…` name is the newest of theirs that was made of that test card,
 * as in Stripe's test mode. Throws 400 for one that is not attached to the customer.
 */
export async function attachedMethod(
  work: Work,
  id: string,
  customerId: string,
  param: string,
): Promise<Stripe.PaymentMethod> {
  const read = id.startsWith('pm_card_') ? namedCard(id.slice('pm_card_'.length), work.realNow) : undefined;
  const method =
    read === undefined
      ? await work.get('payment_method', id, param)
      : (await work.list('payment_method', { customer: customerId, limit: ALL })).find(
          (one) => work.internal<CardMemory>(one.id).card === read.card.name,
        );
  if (method === undefined || idOf(method.customer) !== customerId) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { param, code: 'resource_missing' },
    );
  }
  return method;
}
