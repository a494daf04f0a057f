import type Stripe from 'stripe';
import { roundCents } from './money.ts';
import type { TaxLocation } from './tax.ts';

/** The values of a discount that determine amounts. */
export interface AppliedDiscount {
  id: string;
  percentOff: number | null;
  /** Cents. */
  amountOff: number | null;
  /** Products to which it is limited; null for all. */
  products: string[] | null;
}

/** A line before discounts and tax. Amounts in cents; credits are negative. */
export interface TotalsLine {
  amount: number;
  product: string | null;
  discountable: boolean;
  /** Discounts of this line alone. */
  ownDiscounts: AppliedDiscount[];
  /** Granted discounts that a credit returns: fixed, not computed again. */
  fixedDiscounts: { discount: string; amount: number }[];
  taxInclusive: boolean;
  /**
   * Charged taxes that a credit returns: fixed, even if location or rates changed. Null for a line that is taxed
   * now.
   */
  fixedTaxes: LineTax[] | null;
  /** Tax rates of this line. Automatic tax uses the location instead. */
  rates: ChosenRate[];
}

/** A tax rate of a call, in percent. */
export interface ChosenRate {
  id: string;
  percentage: number;
  inclusive: boolean;
}

export interface LineTax {
  amount: number;
  inclusive: boolean;
  rate: string;
  reason: Stripe.InvoiceLineItem.Tax.TaxabilityReason;
  taxable: number;
}

export interface LineTotals {
  discounts: { discount: string; amount: number }[];
  taxes: LineTax[];
}

export interface Totals {
  lines: LineTotals[];
  subtotal: number;
  discount: number;
  exclusiveTax: number;
  inclusiveTax: number;
  /** After discounts and tax. Below zero only when credits exceed charges. */
  total: number;
}

/** The tax status of a customer. */
export type TaxExempt = 'none' | 'exempt' | 'reverse';

/**
 * Computes discounts, then taxes, line by line. Amounts are rounded to cents per line; sums are of rounded amounts.
 * `location` null applies the rates of the lines instead of automatic tax.
 */
export function computeTotals(
  lines: TotalsLine[],
  discounts: AppliedDiscount[],
  location: TaxLocation | null,
  taxExempt: TaxExempt = 'none',
): Totals {
  const results: LineTotals[] = lines.map((line) => ({ discounts: [...line.fixedDiscounts], taxes: [] }));
  lines.forEach((line, index) => {
    const result = results[index];
    for (const discount of line.ownDiscounts) if (result !== undefined) applyDiscount(discount, [line], [result]);
  });
  for (const discount of discounts) applyDiscount(discount, lines, results);

  lines.forEach((line, index) => {
    const result = results[index];
    if (result === undefined) return;
    if (line.fixedTaxes !== null) {
      result.taxes = line.fixedTaxes;
      return;
    }
    const net = line.amount - sum(result.discounts.map(({ amount }) => amount));
    const rates =
      location === null
        ? line.rates
        : location.rates.map(({ id, percentage }) => ({ id, percentage, inclusive: line.taxInclusive }));
    result.taxes = taxesOf(net, rates, taxExempt);
  });

  const subtotal = sum(lines.map(({ amount }) => amount));
  const discount = sum(results.flatMap(({ discounts: granted }) => granted.map(({ amount }) => amount)));
  const taxes = results.flatMap((result) => result.taxes);
  const exclusiveTax = sum(taxes.filter(({ inclusive }) => !inclusive).map(({ amount }) => amount));
  const inclusiveTax = sum(taxes.filter(({ inclusive }) => inclusive).map(({ amount }) => amount));
  return { lines: results, subtotal, discount, exclusiveTax, inclusiveTax, total: subtotal - discount + exclusiveTax };
}

/**
 * Takes a percentage off each line. Spreads a fixed amount over the remaining lines in proportion; the largest
 * remainders get the last cents. No line falls below zero.
 */
function applyDiscount(discount: AppliedDiscount, lines: TotalsLine[], results: LineTotals[]): void {
  const eligible = lines
    .map((line, index) => ({ line, result: results[index] as LineTotals, left: 0 }))
    .filter(
      ({ line }) => line.discountable && (discount.products === null || discount.products.includes(line.product ?? '')),
    );
  for (const entry of eligible)
    entry.left = entry.line.amount - sum(entry.result.discounts.map(({ amount }) => amount));

  if (discount.percentOff !== null) {
    for (const { left, result } of eligible) {
      const amount = roundCents((left * discount.percentOff) / 100);
      if (amount !== 0) result.discounts.push({ discount: discount.id, amount });
    }
    return;
  }
  const payable = eligible.filter(({ left }) => left > 0);
  const whole = sum(payable.map(({ left }) => left));
  const pool = Math.min(discount.amountOff ?? 0, whole);
  if (pool <= 0) return;
  const shares = payable.map((entry) => {
    const exact = (pool * entry.left) / whole;
    return { result: entry.result, amount: Math.floor(exact), remainder: exact - Math.floor(exact) };
  });
  let rest = pool - sum(shares.map(({ amount }) => amount));
  for (const share of [...shares].sort((a, b) => b.remainder - a.remainder)) {
    if (rest === 0) break;
    share.amount += 1;
    rest -= 1;
  }
  for (const { result, amount } of shares) if (amount > 0) result.discounts.push({ discount: discount.id, amount });
}

function taxesOf(net: number, rates: ChosenRate[], taxExempt: TaxExempt): LineTax[] {
  const included = sum(rates.filter(({ inclusive }) => inclusive).map(({ percentage }) => percentage));
  // Inclusive and exclusive taxes have the same base.
  const taxable = included === 0 ? net : roundCents((net * 100) / (100 + included));
  return rates.map(({ id, percentage, inclusive }) => {
    if (taxExempt !== 'none') {
      const reason = taxExempt === 'exempt' ? 'customer_exempt' : 'reverse_charge';
      return { amount: 0, inclusive, rate: id, reason, taxable: 0 };
    }
    const amount = inclusive
      ? roundCents((net * percentage) / (100 + included))
      : roundCents((taxable * percentage) / 100);
    return { amount, inclusive, rate: id, reason: 'standard_rated', taxable };
  });
}

export function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/**
 * Applies the customer's balance to an invoice's total: a negative balance is credit, a positive one is added.
 * Unused credit, negative totals and amounts too small to charge stay on the balance. `starting + total = due +
 * ending`.
 */
export function applyBalance(total: number, starting: number): { due: number; ending: number } {
  const due = Math.max(0, total + starting);
  if (due > 0 && due < SMALLEST_CHARGE) return { due: 0, ending: due };
  return { due, ending: total + starting - due };
}

/** The smallest charge in cents. */
const SMALLEST_CHARGE = 50;
