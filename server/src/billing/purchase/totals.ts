import type { Locale, purchaseTotals } from '@portico/contract';
import type { z } from 'zod';
import type { Coupon, ResolvedLine } from '../../catalog/index.ts';
import { formatMoney, formatPercent, translate } from '../../core/messages/index.ts';
import type { CheckedSelection } from './terms.ts';

interface TotalsReader {
  readonly locale: Locale;
  /** The country of the account, ISO 3166-1 alpha-2; null if it is unknown. */
  readonly country: string | null;
}

/**
 * Subtotals and today's cost from the catalog's prices, before tax (PUR-3). Percent off applies to the subtotal; no total falls below zero (CPN-11).
 */
export function presentTotals(
  selection: CheckedSelection,
  { locale, country }: TotalsReader,
): z.output<typeof purchaseTotals> {
  const { resolved, coupon, subscription } = selection;
  const customize = sum(resolved.lines.filter((line) => line.kind !== 'addon'));
  const complete = sum(resolved.lines);
  const note = totalNote(selection, { locale, country });
  const label = (key: 'purchase.subtotal' | 'purchase.currentCost' | 'purchase.total' | 'purchase.totalWithAddons') =>
    translate(locale, key);
  return {
    customizePurchaseSubtotal: { label: label('purchase.subtotal'), amount: customize },
    customizePurchaseCurrentCost: { label: label('purchase.currentCost'), amount: subscription?.amount ?? 0 },
    customizePurchaseTotal: { label: label('purchase.total'), amount: customize - discountOn(customize, coupon), note },
    completePurchaseSubtotal: {
      label: label(complete === customize ? 'purchase.subtotal' : 'purchase.totalWithAddons'),
      amount: complete,
    },
    completePurchaseTotal: {
      label: label('purchase.total'),
      amount: complete - discountOn(complete, coupon),
      note: resolved.plan.isTrial ? note : totalNote(selection, { locale, country }),
    },
  };
}

function sum(lines: readonly ResolvedLine[]): number {
  return lines.reduce((total, line) => total + line.unitAmount * line.quantity, 0);
}

/** The discount of a coupon in cents, at most the amount itself. */
function discountOn(subtotal: number, coupon: Coupon | null): number {
  if (!coupon) return 0;
  const off = coupon.percentOff !== null ? Math.round((subtotal * coupon.percentOff) / 100) : (coupon.amountOff ?? 0);
  return Math.min(off, subtotal);
}

function totalNote({ resolved, coupon }: CheckedSelection, { locale, country }: TotalsReader): string {
  const { plan, pricePlan } = resolved;
  if (plan.isTrial && plan.trialDays) return translate(locale, 'purchase.note.trial', { days: plan.trialDays });
  const values = { interval: pricePlan.interval, count: pricePlan.intervalCount };
  if (!coupon) return translate(locale, 'purchase.note.recurring', values);
  const discount =
    coupon.percentOff !== null
      ? formatPercent(coupon.percentOff / 100, locale, 2)
      : formatMoney(coupon.amountOff ?? 0, coupon.currency, locale, country);
  const taken = { discount, coupon: coupon.code };
  if (coupon.duration === 'once') return translate(locale, 'purchase.note.couponOnce', taken);
  if (coupon.duration === 'repeating')
    return translate(locale, 'purchase.note.couponMonths', { ...taken, months: coupon.durationInMonths ?? 0 });
  return translate(locale, 'purchase.note.coupon', { ...values, ...taken });
}
