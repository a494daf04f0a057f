import type { MonthOfSpending, NextPayment } from '@portico/contract';

/** The colors of single products; further products share one color. */
const colors = [1, 2, 3, 4] as const;

/** `paid` and `unpaid` are amounts of invoices, `due` of the next renewals. */
export type AmountKind = 'paid' | 'unpaid' | 'due';
export const amountKinds: readonly AmountKind[] = ['paid', 'unpaid', 'due'];

/** A product, or two or more products that share a color. */
export interface Series {
  /** The number of the product's color; 'other' for the shared color. */
  readonly color: (typeof colors)[number] | 'other';
  /** Null for the products that share a color. */
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
  /** From bottom to top: paid, unpaid and due, each in the order of the series. */
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

/** The series of a chart: the four products with the highest payments, and all others together. A single other keeps its name. */
export function createSeries(
  { products }: Spending,
  renewals: readonly NextPayment[],
): ReadonlyMap<string | null, Series> {
  const known = new Set(products.map(({ productId }) => productId));
  const added = renewals.filter(({ productId }) => !known.has(productId));
  const all = [...products, ...added.map(({ productId, productName }) => ({ productId, name: productName }))];
  const named = all.filter(({ productId }) => productId !== null);
  const colored = named.slice(0, colors.length);
  const others = all.filter((one) => !colored.includes(one));
  const other: Series = { color: 'other', name: (others.length === 1 && others[0]?.name) || null };
  return new Map(
    all.map(({ productId, name }): [string | null, Series] => {
      const place = named.findIndex((one) => one.productId === productId);
      const color = colors[place];
      return [productId, color ? { color, name } : other];
    }),
  );
}

/** A column for each month, and one more if the next renewals are later. */
export function createColumns(spending: Spending, payments: readonly NextPayment[]): readonly MonthColumn[] {
  const renewals = nextRenewals(payments);
  const series = createSeries(spending, renewals);
  const dueMonth = renewals[0] && utcMonth(renewals[0].at);
  const amounts = spending.months.map(({ month, products }) => ({ month, products }));
  const isExtra = dueMonth !== undefined && !amounts.some(({ month }) => month === dueMonth);
  const columns = isExtra ? [...amounts, { month: dueMonth, products: [] }] : amounts;
  return columns.map(({ month, products }) => {
    const of = (kind: AmountKind) =>
      kind === 'due'
        ? renewals
            .filter(() => month === dueMonth)
            .map(({ productId, amountDue }) => ({ productId, amount: amountDue }))
        : products.map(({ productId, [kind]: amount }) => ({ productId, amount }));
    const parts = amountKinds.flatMap((kind) => sumBySeries(of(kind), series).map((part) => ({ ...part, kind })));
    return {
      month,
      isAhead: isExtra && month === dueMonth,
      parts,
      total: parts.reduce((sum, { amount }) => sum + amount, 0),
    };
  });
}

function sumBySeries(
  amounts: readonly { productId: string | null; amount: number }[],
  series: ReadonlyMap<string | null, Series>,
): { series: Series; amount: number }[] {
  return [...new Set(series.values())].flatMap((one) => {
    const amount = amounts
      .filter(({ productId }) => series.get(productId) === one)
      .reduce((sum, part) => sum + part.amount, 0);
    return amount > 0 ? [{ series: one, amount }] : [];
  });
}

/** Cents paid in all months. */
export function paidIn(months: readonly MonthOfSpending[]): number {
  return months.reduce((sum, { products }) => products.reduce((inMonth, { paid }) => inMonth + paid, sum), 0);
}
