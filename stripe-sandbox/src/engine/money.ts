import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';

/** Cents that Stripe charges at most (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const LARGEST_AMOUNT = 99_999_999;

/** Throws Stripe's error for an amount above the most that can be charged; `param` names where it was given. */
export function refuseTooLarge(cents: number, currency: string, param?: string): void {
  if (cents <= LARGEST_AMOUNT) return;
  throw invalidRequest(`Amount must be no more than ${formatMoney(LARGEST_AMOUNT, currency)}`, {
    code: 'amount_too_large',
    ...(param === undefined ? {} : { param }),
  });
}

/** An amount of cents as people write it: `$10.00`. */
export function formatMoney(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** `20 Nov 2026`, in UTC. */
export function formatDate(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(seconds * 1000)
    .replace('Sept', 'Sep');
}

/** `*_decimal` amounts are text on the wire; the SDK makes decimals of them. */
export function decimalText(value: string | number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal;
}

/** The price of one unit in cents, which may have a fraction. */
function unitAmount(price: Pick<Stripe.Price, 'unit_amount_decimal'>): number {
  return Number(String(price.unit_amount_decimal ?? '0'));
}

/** What a quantity of a price costs for a whole period, in cents. */
export function fullAmount(price: Stripe.Price, quantity: number): number {
  const { transform_quantity: transform } = price;
  const units =
    transform === null
      ? quantity
      : transform.round === 'up'
        ? Math.ceil(quantity / transform.divide_by)
        : Math.floor(quantity / transform.divide_by);
  return roundCents(unitAmount(price) * units);
}

/** The nearest cent; a half goes away from zero, so that a credit mirrors its charge. */
export function roundCents(amount: number): number {
  const rounded = Math.round(Math.abs(amount));
  return amount < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The part of an amount that falls on the rest of a period after `from`: `amount × (end − from) / (end − start)`. */
export function prorated(amount: number, period: { start: number; end: number }, from: number): number {
  const rest = Math.max(0, period.end - Math.max(from, period.start));
  return roundCents((amount * rest) / (period.end - period.start));
}

/** `month`, `year`, `3 months`: how often a price is billed. */
export function formatInterval(recurring: Stripe.Price.Recurring): string {
  return recurring.interval_count === 1 ? recurring.interval : `${recurring.interval_count} ${recurring.interval}s`;
}
