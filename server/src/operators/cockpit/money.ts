import type { CockpitMoney } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';

/** Days of a week and of the chart, which shows this week and the week before. */
const week = 7;
const chartLength = 2 * week;

interface Sum {
  readonly amount: number;
  readonly count: number;
}

/** The sums from the mirror. Amounts are in cents, days in UTC. */
export interface MoneyFacts {
  readonly charges: readonly (Sum & { readonly currency: string; readonly day: string; readonly status: string })[];
  readonly refunds: readonly (Sum & { readonly currency: string })[];
  readonly renewals: readonly (Sum & {
    readonly currency: string;
    readonly soonAmount: number;
    readonly soonCount: number;
  })[];
}

/** The days of a chart, oldest first, ending today. */
export function chartDays(now: Date): string[] {
  const today = Math.floor(now.getTime() / millisecondsInDay);
  return Array.from({ length: chartLength }, (_, index) =>
    new Date((today - chartLength + 1 + index) * millisecondsInDay).toISOString().slice(0, 10),
  );
}

/** When the chart and the current week begin. */
export function chartStart(now: Date): { before: Date; thisWeek: Date } {
  const days = chartDays(now);
  return { before: new Date(days[0] as string), thisWeek: new Date(days[week] as string) };
}

const total = (sums: readonly Sum[]): Sum => ({
  amount: sums.reduce((all, { amount }) => all + amount, 0),
  count: sums.reduce((all, { count }) => all + count, 0),
});

/** Received, failed, refunded and upcoming amounts by currency, the currency with the most money first (OPR-6). */
export function summarizeMoney({ charges, refunds, renewals }: MoneyFacts, now: Date): CockpitMoney[] {
  const days = chartDays(now);
  const thisWeek = days[week] as string;
  const currencies = new Set([...charges, ...refunds, ...renewals].map(({ currency }) => currency));
  return [...currencies]
    .map((currency): CockpitMoney => {
      const own = charges.filter((charge) => charge.currency === currency);
      const received = own.filter(({ status }) => status === 'succeeded');
      const renewing = renewals.find((renewal) => renewal.currency === currency);
      return {
        currency,
        days: days.map((date) => ({ day: date, amount: total(received.filter((sum) => sum.day === date)).amount })),
        received: total(received.filter((sum) => sum.day >= thisWeek)),
        before: total(received.filter((sum) => sum.day < thisWeek)),
        failed: total(own.filter((sum) => sum.status === 'failed' && sum.day >= thisWeek)),
        refunded: total(refunds.filter((refund) => refund.currency === currency)),
        renewsIn7: { amount: renewing?.soonAmount ?? 0, count: renewing?.soonCount ?? 0 },
        renewsIn30: { amount: renewing?.amount ?? 0, count: renewing?.count ?? 0 },
      };
    })
    .sort((one, other) => weight(other) - weight(one) || one.currency.localeCompare(other.currency));
}

const weight = ({ received, before, renewsIn30 }: CockpitMoney) => received.amount + before.amount + renewsIn30.amount;
