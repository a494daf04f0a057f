import type { ReasonMonth } from './cancellations.api.ts';

/** A month with its reasons, the most frequent first. */
export interface MonthOfReasons {
  month: string;
  reasons: readonly ReasonMonth[];
  canceled: number;
  saved: number;
  restored: number;
  /** Cents per month, by currency. */
  lost: readonly { currency: string; amount: number }[];
}

/** The months with a cancellation, the latest first, each with its sums (CXL-11). */
export function groupByMonth(items: readonly ReasonMonth[]): MonthOfReasons[] {
  const months = Map.groupBy(items, ({ month }) => month);
  return [...months].map(([month, reasons]) => {
    const sum = (what: 'canceled' | 'saved' | 'restored') => reasons.reduce((all, one) => all + one[what], 0);
    const currencies = Map.groupBy(reasons, ({ currency }) => currency);
    const lost = [...currencies].map(([currency, ofCurrency]) => ({
      currency,
      amount: ofCurrency.reduce((all, one) => all + one.lost, 0),
    }));
    return {
      month,
      reasons,
      canceled: sum('canceled'),
      saved: sum('saved'),
      restored: sum('restored'),
      lost: lost.filter(({ amount }, index) => amount > 0 || index === 0),
    };
  });
}
