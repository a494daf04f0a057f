import type { MonthOfSpending, NextPayment } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import {
  createColumns,
  createSeries,
  findCut,
  hasYearlyPayments,
  nextRenewals,
  paidByProduct,
  paidIn,
  type SpendingView,
} from './spending-rules.ts';

const renewal = (productId: string, at: string, amountDue: number): NextPayment => ({
  subscriptionId: 1,
  productId,
  productName: productId.toUpperCase(),
  at,
  currency: 'usd',
  total: amountDue,
  amountDue,
  card: null,
  isBeforeTax: false,
  breakdown: null,
});

const month = (name: string, ...products: [string | null, number, number][]): MonthOfSpending => ({
  month: name,
  products: products.map(([productId, paid, unpaid]) => ({ productId, paid, unpaid, yearly: 0, spread: 0 })),
});

const products = (...ids: (string | null)[]) => ids.map((productId) => ({ productId, name: productId }));

describe('the next renewals of the spending chart', () => {
  it('are in the month of the nearest charge', () => {
    const first = renewal('cloud', '2026-12-01T00:00:00.000Z', 100);
    const second = renewal('sdk', '2026-12-31T23:59:59.000Z', 200);
    const later = renewal('age', '2027-01-01T00:00:00.000Z', 300);
    expect(nextRenewals([later, first, second])).toEqual([first, second]);
  });

  it('omit amounts that the credit pays', () => {
    const covered = renewal('cloud', '2026-12-01T00:00:00.000Z', 0);
    const charged = renewal('sdk', '2027-02-01T00:00:00.000Z', 200);
    expect(nextRenewals([covered, charged])).toEqual([charged]);
  });
});

describe('the columns of the spending chart', () => {
  const spending = {
    months: [month('2026-10', ['cloud', 500, 0]), month('2026-11', ['cloud', 700, 0], ['sdk', 0, 300])],
    products: products('cloud', 'sdk'),
  };

  it('stack paid amounts below unpaid ones', () => {
    const [, november] = createColumns(spending, []);
    expect(november?.parts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['paid', 700],
      ['unpaid', 300],
    ]);
    expect(november?.total).toBe(1_000);
  });

  it('include one more month if the next renewal is later', () => {
    const columns = createColumns(spending, [renewal('cloud', '2026-12-01T00:00:00.000Z', 900)]);
    expect(columns.map((column) => [column.month, column.isAhead, column.total])).toEqual([
      ['2026-10', false, 500],
      ['2026-11', false, 1_000],
      ['2026-12', true, 900],
    ]);
  });

  it('have the next renewal on top if it is in the current month', () => {
    const columns = createColumns(spending, [renewal('cloud', '2026-11-30T00:00:00.000Z', 900)]);
    expect(columns).toHaveLength(2);
    expect(columns[1]?.parts.at(-1)).toMatchObject({ kind: 'due', amount: 900 });
  });

  it('show every product separately, and amounts without a product', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', null];
    const [column] = createColumns(
      {
        months: [month('2026-11', ...many.map((id) => [id, 100, 1] as [string | null, number, number]))],
        products: products(...many),
      },
      [],
    );
    expect(column?.total).toBe(707);
    expect(
      column?.parts.filter(({ kind }) => kind === 'paid').map(({ series, amount }) => [series.productId, amount]),
    ).toEqual(many.map((id) => [id, 100]));
  });

  it('show a yearly payment in its month, or as twelfths', () => {
    const yearly = { productId: 'sdk', paid: 1_300, unpaid: 0, yearly: 1_200, spread: 100 };
    const spent = { months: [{ month: '2026-11', products: [yearly] }], products: products('sdk') };
    const partsIn = (view: SpendingView) =>
      createColumns(spent, [], view)[0]?.parts.map(({ kind, amount }) => [kind, amount]);
    expect(partsIn('byDate')).toEqual([['paid', 1_300]]);
    expect(partsIn('spread')).toEqual([
      ['paid', 100],
      ['spread', 100],
    ]);
    expect(hasYearlyPayments(spent.months)).toBe(true);
    expect(hasYearlyPayments(spending.months)).toBe(false);
  });
});

it('the chart includes a product that was never paid for', () => {
  const series = createSeries({ months: [], products: products('cloud') }, [
    renewal('new', '2026-12-01T00:00:00.000Z', 1),
  ]);
  expect(series).toEqual([
    { productId: 'cloud', name: 'cloud' },
    { productId: 'new', name: 'NEW' },
  ]);
});

it.each([
  [[100, 120, 110, 4_000], 120],
  [[100, 120, 300], null],
  [[0, 0, 100], null],
  [[], null],
])('the bars of %j are cut above %s', (totals, cut) => {
  const columns = totals.map((total) => ({ month: '2026-11', isAhead: false, parts: [], total }));
  expect(findCut(columns)).toBe(cut);
});

it('the products are listed with their shares of the payments', () => {
  const months = [month('2026-10', ['a', 300, 5], [null, 100, 0]), month('2026-11', ['b', 600, 0], ['c', 0, 9])];
  expect(
    paidByProduct({ months, products: products('a', 'b', 'c', null) }).map(({ series, paid, share }) => [
      series.productId,
      paid,
      share,
    ]),
  ).toEqual([
    ['b', 600, 0.6],
    ['a', 300, 0.3],
    [null, 100, 0.1],
  ]);
});

it('the total spending contains only paid amounts', () => {
  expect(paidIn([month('2026-10', ['a', 5, 1]), month('2026-11', ['a', 7, 1], [null, 2, 0])])).toBe(14);
});
