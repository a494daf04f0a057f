import type Stripe from 'stripe';
import { type Behavior, cardByName, EXPIRED_CARD, namedCard } from '../cards.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';

/** Internal data of a card: the name of the test card, never a number. */
export interface CardMemory {
  card: string;
  /** True after the cardholder has authenticated it for off-session payments. */
  isSetUp: boolean;
  /** True after it was detached from a customer: it can be neither charged nor attached again. */
  isDetached?: boolean;
}

/** True for a payment method that was detached from its customer. */
export function isDetached(work: Work, method: Stripe.PaymentMethod): boolean {
  return work.internal<CardMemory>(method.id).isDetached === true;
}

/** Detaches a payment method from its customer permanently. */
export function detach(work: Work, method: Stripe.PaymentMethod): void {
  method.customer = null;
  work.internal<CardMemory>(method.id).isDetached = true;
  work.announce('payment_method.detached', method, { withChanges: true });
}

/** The behavior of the test card behind a payment method. Any card declines as expired after its last month. */
export function findBehavior(work: Work, method: Stripe.PaymentMethod): Behavior {
  const behavior = cardByName(work.internal<CardMemory>(method.id).card)?.behavior ?? {};
  const { exp_month = 12, exp_year = Number.POSITIVE_INFINITY } = method.card ?? {};
  const isOver = work.now * 1000 >= Date.UTC(exp_year, exp_month);
  return isOver ? { ...behavior, decline: { when: 'always', as: EXPIRED_CARD } } : behavior;
}

/** The bank's answers to the checks on the first use of a card. */
export function passChecks(work: Work, method: Stripe.PaymentMethod): void {
  const checks = method.card?.checks;
  if (!checks) return;
  if (checks.cvc_check !== null) checks.cvc_check = findBehavior(work, method).cvcCheck ?? 'pass';
  if (checks.address_line1_check !== null) checks.address_line1_check = 'pass';
  if (checks.address_postal_code_check !== null) checks.address_postal_code_check = 'pass';
}

/**
 * The attached payment method that a default refers to. A `pm_card_…` name refers to the customer's newest payment
 * method of that test card, as in Stripe's test mode. Throws 400 if it is not attached.
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
