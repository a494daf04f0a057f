import type { RecurringCharge, UpcomingInvoice } from '@portico/contract';
import { localize } from '../../core/messages/index.ts';
import type { Preview, UpcomingPreview } from '../../core/stripe/index.ts';
import type { RenewingSubscription } from '../subscriptions/scheduled-changes.ts';
import { type ChargeSchedule, chargeDate } from './charge-dates.ts';
import { type PreviewNames, presentPreview } from './invoices.preview.ts';
import { totalAt } from './recurring.rules.ts';

/** How long a preview is current (INV-8). */
const freshMilliseconds = 60_000;
/** How long a preview is shown if Stripe does not answer (INV-9). */
const staleMilliseconds = 24 * 60 * 60 * 1000;

/** The number of charges after the next one that are shown (INV-17). */
const followingCharges = 3;

/** The next invoice of a subscription, and the charges from that invoice on. */
export interface UpcomingCharges extends UpcomingPreview {
  readonly charges: readonly RecurringCharge[];
}

export interface StoredPreview {
  /** Null if the subscription had no upcoming invoice. */
  readonly preview: UpcomingCharges | null;
  /** Null without a stored preview. */
  readonly askedAt: Date | null;
  /** The database's time. */
  readonly now: Date;
}

/** The next charge of a subscription. */
export interface UpcomingResult {
  readonly preview: UpcomingCharges | null;
  readonly stale: boolean;
  /** Whether it is only the price, without discounts and tax. */
  readonly isEstimate: boolean;
  readonly askedAt: Date;
}

/**
 * Returns the stored preview if it is at most a minute old and the subscription and its customer have not changed since.
 * @param changed when the mirror last stored each of them
 */
export function freshResult(
  { preview, askedAt, now }: StoredPreview,
  changed: readonly (Date | null)[],
): UpcomingResult | null {
  if (askedAt === null || now.getTime() - askedAt.getTime() >= freshMilliseconds) return null;
  const isOutdated = changed.some((moment) => moment !== null && moment >= askedAt);
  return isOutdated ? null : { preview, stale: false, isEstimate: false, askedAt };
}

/** Returns the stored preview for a day. Used if Stripe does not answer. */
export function staleResult({ preview, askedAt, now }: StoredPreview): UpcomingResult | null {
  if (askedAt === null || now.getTime() - askedAt.getTime() >= staleMilliseconds) return null;
  return { preview, stale: true, isEstimate: false, askedAt };
}

/** Amounts are cents. */
interface PricedRenewal extends ChargeSchedule {
  /** Per interval, before tax and discounts. */
  readonly amount: number;
  /** The customer's balance; negative is a credit. */
  readonly balance: number;
  readonly now: Date;
}

/** Returns the price of a renewal as its upcoming invoice. Used if Stripe does not answer and no preview is stored (INV-30). */
export function estimatedResult(
  { amount, balance, now, ...schedule }: PricedRenewal,
  description: string,
): UpcomingResult {
  const [chargedAt, end] = [chargeDate(schedule, 0).toISOString(), chargeDate(schedule, 1).toISOString()];
  const amounts = { amount, net: amount, total: amount, tax: 0, taxes: 0 };
  const preview: UpcomingCharges = {
    lines: [
      {
        stripePriceId: undefined,
        description,
        quantity: 1,
        unitAmount: amount,
        isProration: false,
        credited: undefined,
        ...amounts,
      },
    ],
    subtotal: amount,
    discount: 0,
    totalExcludingTax: amount,
    taxes: [],
    total: amount,
    amountDue: applyBalance(balance, amount).amountDue,
    startingBalance: balance,
    customerTaxExempt: 'none',
    discountIds: [],
    discounts: [],
    chargedAt,
    periodStart: chargedAt,
    periodEnd: end,
    charges: [{ from: chargedAt, until: null, total: amount, discount: 0 }],
  };
  return { preview, stale: true, isEstimate: true, askedAt: now };
}

/** Whether an invoice only charges an interval, so that later ones cost the same until a discount ends. */
export function isPlainRenewal({ lines }: Preview): boolean {
  return lines.every(({ isProration, stripePriceId }) => !isProration && stripePriceId !== undefined);
}

/** The charges of one subscription, beginning with the one of its preview. */
export interface ChargedSubscription {
  readonly schedule: ChargeSchedule;
  /** Cents of the first charge. */
  readonly first: number;
  readonly charges: readonly RecurringCharge[];
}

/** A charge and the amount due after the customer's balance. Cents; a negative balance is a credit. */
export interface DueCharge {
  readonly at: Date;
  readonly total: number;
  readonly balanceBefore: number;
  readonly amountDue: number;
}

/**
 * The next charges of a subscription with their amounts due (INV-10). All subscriptions spend the customer's balance in the order of their charges.
 * A positive balance is charged with the first one.
 * @param balance cents; negative is a credit
 * @param subscriptions the earliest next charge first; simultaneous charges keep this order
 */
export function listDueCharges(
  subject: ChargedSubscription,
  subscriptions: readonly ChargedSubscription[],
  balance: number,
): readonly DueCharge[] {
  const due: DueCharge[] = [];
  let left = balance;
  let open = subscriptions.map((one) => ({ one, index: 0, at: chargeDate(one.schedule, 0) }));
  while (due.length <= followingCharges) {
    // Without a balance, only negative charges affect other subscriptions.
    if (left === 0) open = open.filter(({ one, index }) => one === subject || (index === 0 && one.first < 0));
    const nearest = open.reduce((best, candidate) => (candidate.at < best.at ? candidate : best));
    const { one, at } = nearest;
    const total = nearest.index === 0 ? one.first : totalAt(one.charges, at);
    const { amountDue, balanceAfter } = applyBalance(left, total);
    if (one === subject) due.push({ at, total, balanceBefore: left, amountDue });
    left = balanceAfter;
    nearest.index += 1;
    nearest.at = chargeDate(one.schedule, nearest.index);
  }
  return due;
}

/** Stripe does not charge less than half a unit of a currency, but adds it to the balance. */
const minCharge = 50;

function applyBalance(balance: number, total: number): { amountDue: number; balanceAfter: number } {
  const owed = balance + total;
  return owed < minCharge ? { amountDue: 0, balanceAfter: owed } : { amountDue: owed, balanceAfter: 0 };
}

export interface ShownUpcoming {
  readonly renewing: RenewingSubscription;
  readonly preview: UpcomingCharges;
  /** The amounts due for this invoice and those after it. */
  readonly due: readonly DueCharge[];
  readonly answer: UpcomingResult;
}

export function presentUpcoming(
  { renewing, preview, due, answer }: ShownUpcoming,
  names: PreviewNames,
): UpcomingInvoice {
  const { products, locale } = names;
  const product = products.get(renewing.productId);
  const plan = product?.plans.find(({ id }) => id === renewing.planId);
  const [first, ...following] = due;
  const adjusted = first ? { ...preview, startingBalance: first.balanceBefore, amountDue: first.amountDue } : preview;
  return {
    ...presentPreview(adjusted, names, preview.periodEnd),
    subscriptionId: renewing.id,
    productId: renewing.productId,
    productName: product ? localize(product.displayName, locale) : renewing.productId,
    subscriptionPlanName: plan ? localize(plan.name, locale) : renewing.planId,
    currency: renewing.currency,
    created: preview.chargedAt,
    periodStart: preview.periodStart,
    periodEnd: preview.periodEnd,
    recurringCharges: [...preview.charges],
    following: following.map(({ at, total, amountDue }) => ({ created: at.toISOString(), total, amountDue })),
    stale: answer.stale,
    asOf: answer.askedAt.toISOString(),
    isEstimate: answer.isEstimate,
  };
}
