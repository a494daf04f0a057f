import type { MonthOfSpending, NextPayment } from '@portico/contract';

/**
 * `paid` and `unpaid` are amounts of invoices, `spread` is a twelfth of a yearly payment, and `due` is the amount of the
 * next renewals.
 */
export type AmountKind = 'paid' | 'spread' | 'unpaid' | 'due';
export const amountKinds: readonly AmountKind[] = ['paid', 'spread', 'unpaid', 'due'];

/** Shows yearly payments in the month of the payment, or in twelve parts. */
export type SpendingView = 'byDate' | 'spread';

/** A product. Id and name are null for amounts that belong to no subscription. */
export interface Series {
  readonly productId: string | null;
  readonly name: string | null;
}

/** Cents of a series in a month. */
export interface Part {
  readonly series: Series;
  readonly kind: AmountKind;
  readonly amount: number;
}

export interface MonthColumn {
  /** `2026-11`, in UTC. */
  readonly month: string;
  /** Whether the month is in the future. */
  readonly isAhead: boolean;
  /** From bottom to top: by kind, each in the order of the series. */
  readonly parts: readonly Part[];
  readonly total: number;
}

interface Spending {
  readonly months: readonly MonthOfSpending[];
  readonly products: readonly { readonly productId: string | null; readonly name: string | null }[];
}

/** The month of a time, in UTC. */
const utcMonth = (at: string) => at.slice(0, 7);

/** The charges of the month of the next charge; later months are omitted (BOV-5). */
export function nextRenewals(payments: readonly NextPayment[]): readonly NextPayment[] {
  const charged = payments.filter(({ amountDue }) => amountDue > 0);
  const nearest = charged.map(({ at }) => utcMonth(at)).sort()[0];
  return charged.filter(({ at }) => utcMonth(at) === nearest);
}

/** The products of a chart: the most expensive first, and at the end those that were never charged. */
export function createSeries({ products }: Spending, renewals: readonly NextPayment[]): readonly Series[] {
  const known = new Set(products.map(({ productId }) => productId));
  const added = new Map(
    renewals
      .filter(({ productId }) => !known.has(productId))
      .map(({ productId, productName }) => [productId, { productId, name: productName }]),
  );
  return [...products, ...added.values()];
}

/** A column for each month, and one more if the next renewals are later. */
export function createColumns(
  spending: Spending,
  payments: readonly NextPayment[],
  view: SpendingView = 'byDate',
): readonly MonthColumn[] {
  const renewals = nextRenewals(payments);
  const series = createSeries(spending, renewals);
  const dueMonth = renewals[0] && utcMonth(renewals[0].at);
  const amounts = spending.months.map(({ month, products }) => ({ month, products }));
  const isExtra = dueMonth !== undefined && !amounts.some(({ month }) => month === dueMonth);
  const columns = isExtra ? [...amounts, { month: dueMonth, products: [] }] : amounts;
  return columns.map(({ month, products }) => {
    const due = month === dueMonth ? renewals : [];
    const parts = amountKinds.flatMap((kind) =>
      series.flatMap((one) => {
        const ofSeries = ({ productId }: { productId: string | null }) => productId === one.productId;
        const amount =
          kind === 'due'
            ? sum(due.filter(ofSeries).map(({ amountDue }) => amountDue))
            : sum(products.filter(ofSeries).map((product) => amountOf(product, kind, view)));
        return amount > 0 ? [{ series: one, kind, amount }] : [];
      }),
    );
    return {
      month,
      isAhead: isExtra && month === dueMonth,
      parts,
      total: sum(parts.map(({ amount }) => amount)),
    };
  });
}

function amountOf(
  { paid, yearly, spread, unpaid }: MonthOfSpending['products'][number],
  kind: Exclude<AmountKind, 'due'>,
  view: SpendingView,
): number {
  if (kind === 'unpaid') return unpaid;
  if (kind === 'spread') return view === 'spread' ? spread : 0;
  return view === 'spread' ? paid - yearly : paid;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Cents paid in all months. */
export function paidIn(months: readonly MonthOfSpending[]): number {
  return sum(months.flatMap(({ products }) => products.map(({ paid }) => paid)));
}

/** Whether there is any yearly payment. */
export function hasYearlyPayments(months: readonly MonthOfSpending[]): boolean {
  return months.some(({ products }) => products.some(({ yearly, spread }) => yearly > 0 || spread > 0));
}

/** Bars longer than this many times the median are cut. */
const longest = 3;

/** The highest amount that is drawn to scale; larger bars are cut (BOV-6). Null if all are drawn to scale. */
export function findCut(columns: readonly MonthColumn[]): number | null {
  const totals = columns.map(({ total }) => total).filter((total) => total > 0);
  const sorted = totals.toSorted((one, other) => one - other);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const toScale = sorted.filter((total) => total <= longest * median);
  return toScale.length < sorted.length ? (toScale.at(-1) ?? null) : null;
}

/** The amount paid for each product in all months, and its share; the most expensive first. */
export function paidByProduct(spending: Spending): readonly { series: Series; paid: number; share: number }[] {
  const total = paidIn(spending.months);
  return spending.products
    .map((series) => {
      const ofProduct = spending.months.flatMap(({ products }) =>
        products.filter(({ productId }) => productId === series.productId),
      );
      const paid = sum(ofProduct.map((product) => product.paid));
      return { series, paid, share: total > 0 ? paid / total : 0 };
    })
    .filter(({ paid }) => paid > 0)
    .sort((one, other) => other.paid - one.paid);
}
