import type { BillingActivity, MonthOfSpending } from '@portico/contract';

/** The number of months, including the current one (BOV-3). */
const monthsOfSpending = 12;

/** The latest months in UTC, such as `2026-11`, the oldest first. */
export function latestMonths(now: Date, count = monthsOfSpending): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  });
}

/** The months whose yearly payments contribute a twelfth to one of the latest months, oldest first. */
export const monthsWithTwelfths = (now: Date) => latestMonths(now, 2 * monthsOfSpending - 1);

/** In UTC. */
export const monthStart = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** A yearly payment for a product, in cents. */
export interface YearlyPayment {
  /** The month of the payment. */
  readonly month: string;
  readonly productId: string | null;
  readonly paid: number;
}

/**
 * Divides a yearly payment into twelve parts that start in its month. The first parts get the remaining cents (BOV-6).
 */
export function twelfths({
  month,
  paid,
}: YearlyPayment): readonly { readonly month: string; readonly amount: number }[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [least, rest] = [Math.floor(paid / monthsOfSpending), paid % monthsOfSpending];
  return Array.from({ length: monthsOfSpending }, (_, index) => ({
    month: new Date(Date.UTC(year, number - 1 + index, 1)).toISOString().slice(0, 7),
    amount: least + (index < rest ? 1 : 0),
  }));
}

/** Cents of one product in one month. */
export interface ProductSpending {
  readonly month: string;
  /** Null for invoices without a subscription. */
  readonly productId: string | null;
  readonly paid: number;
  readonly unpaid: number;
}

export interface SpendingByMonth {
  readonly months: MonthOfSpending[];
  /** The products in these months, the most expensive first. */
  readonly productIds: readonly (string | null)[];
}

/** Adds up by month and product (BOV-3, BOV-6). A month leaves out products without an amount. */
export function spendingByMonth(
  months: readonly string[],
  parts: readonly ProductSpending[],
  yearly: readonly YearlyPayment[] = [],
): SpendingByMonth {
  const amounts = [
    ...parts.map((part) => ({ ...none, ...part })),
    ...yearly.map(({ month, productId, paid }) => ({ ...none, month, productId, yearly: paid })),
    ...yearly.flatMap((payment) =>
      twelfths(payment).map(({ month, amount }) => ({ ...none, month, productId: payment.productId, spread: amount })),
    ),
  ];
  const totals = new Map<string | null, number>();
  const byMonth = new Map(months.map((month) => [month, new Map<string | null, Amounts>()]));
  for (const { month, productId, ...added } of amounts) {
    const products = byMonth.get(month);
    if (!products || Object.values(added).every((cents) => cents === 0)) continue;
    const before = products.get(productId) ?? none;
    products.set(productId, addAmounts(before, added));
    totals.set(productId, (totals.get(productId) ?? 0) + added.paid + added.unpaid);
  }
  const productIds = [...totals].sort(([, a], [, b]) => b - a).map(([id]) => id);
  return {
    months: [...byMonth].map(([month, products]) => ({
      month,
      products: productIds.flatMap((productId) => {
        const found = products.get(productId);
        return found ? [{ productId, ...found }] : [];
      }),
    })),
    productIds,
  };
}

const none = { paid: 0, unpaid: 0, yearly: 0, spread: 0 };
type Amounts = typeof none;

const addAmounts = (one: Amounts, other: Amounts): Amounts => ({
  paid: one.paid + other.paid,
  unpaid: one.unpaid + other.unpaid,
  yearly: one.yearly + other.yearly,
  spread: one.spread + other.spread,
});

/** The latest events. Simultaneous events are ordered by id, so that the order is stable. */
export function latestActivity(activity: readonly BillingActivity[], limit: number): BillingActivity[] {
  return activity.toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id)).slice(0, limit);
}
