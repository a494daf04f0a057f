import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';

/** The largest charge in cents (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const LARGEST_AMOUNT = 99_999_999;

/** Throws Stripe's error for an amount above the largest charge. `param` names the parameter. */
export function refuseTooLarge(cents: number, currency: string, param?: string): void {
  if (cents <= LARGEST_AMOUNT) return;
  throw invalidRequest(`Amount must be no more than ${formatMoney(LARGEST_AMOUNT, currency)}`, {
    code: 'amount_too_large',
    ...(param === undefined ? {} : { param }),
  });
}

/** An amount of cents as text: `$10.00`; in French `10,00 $ US`. */
export function formatMoney(cents: number, currency: string, language: 'en' | 'fr' = 'en'): string {
  const format = new Intl.NumberFormat(language === 'fr' ? 'fr-CA' : 'en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
  });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** `20 Nov 2026`, in UTC; in French `20 nov. 2026`. */
export function formatDate(seconds: number, language: 'en' | 'fr' = 'en'): string {
  return new Intl.DateTimeFormat(language === 'fr' ? 'fr-CA' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
    .format(seconds * 1000)
    .replace('Sept', 'Sep');
}

/** Text for a `*_decimal` field. The SDK parses it as a decimal. */
export function decimalText(value: string | number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal;
}

/** The unit price in cents, possibly with a fraction. */
function unitAmount(price: Pick<Stripe.Price, 'unit_amount_decimal'>): number {
  return Number(String(price.unit_amount_decimal ?? '0'));
}

/** The price of a quantity for a whole period, in cents. */
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

/** Rounds to the nearest cent, and a half away from zero, so that a credit equals its charge. */
export function roundCents(amount: number): number {
  const rounded = Math.round(Math.abs(amount));
  return amount < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The share of an amount for the rest of a period after `from`: `amount × (end − from) / (end − start)`. */
export function prorated(amount: number, period: { start: number; end: number }, from: number): number {
  const rest = Math.max(0, period.end - Math.max(from, period.start));
  return roundCents((amount * rest) / (period.end - period.start));
}

/** The billing interval of a price as text: `month`, `year`, `3 months`. */
export function formatInterval(recurring: Stripe.Price.Recurring): string {
  return recurring.interval_count === 1 ? recurring.interval : `${recurring.interval_count} ${recurring.interval}s`;
}
