import type { BillingActivity, MonthOfSpending } from '@portico/contract';

/** The number of months, including the current one (BOV-3). */
const monthsOfSpending = 12;

/** The latest months in UTC, such as `2026-11`, the oldest first. */
export function latestMonths(now: Date): readonly string[] {
  return Array.from({ length: monthsOfSpending }, (_, index) => {
    const back = monthsOfSpending - 1 - index;
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  });
}

/** In UTC. */
export const monthStart = (month: string) => new Date(`${month}-01T00:00:00Z`);

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

/** Adds up by month and product (BOV-3). A month leaves out products without an amount. */
export function spendingByMonth(months: readonly string[], parts: readonly ProductSpending[]): SpendingByMonth {
  const totals = new Map<string | null, number>();
  const byMonth = new Map(months.map((month) => [month, new Map<string | null, ProductSpending>()]));
  for (const part of parts) {
    const products = byMonth.get(part.month);
    if (!products || (part.paid === 0 && part.unpaid === 0)) continue;
    const { paid = 0, unpaid = 0 } = products.get(part.productId) ?? {};
    products.set(part.productId, { ...part, paid: paid + part.paid, unpaid: unpaid + part.unpaid });
    totals.set(part.productId, (totals.get(part.productId) ?? 0) + part.paid + part.unpaid);
  }
  const productIds = [...totals].sort(([, a], [, b]) => b - a).map(([id]) => id);
  return {
    months: [...byMonth].map(([month, products]) => ({
      month,
      products: productIds.flatMap((id) => {
        const found = products.get(id);
        return found ? [{ productId: id, paid: found.paid, unpaid: found.unpaid }] : [];
      }),
    })),
    productIds,
  };
}

/** The latest events. Simultaneous events are ordered by id, so that the order is stable. */
export function latestActivity(activity: readonly BillingActivity[], limit: number): BillingActivity[] {
  return activity.toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id)).slice(0, limit);
}
