import { expect, test } from 'vitest';
import { readInvoiceDocument } from './invoices.ts';

test.each([
  ['nothing is spent and owed', 0, 0, [0, 0, 0]],
  ['a draft has changed nothing yet', -500, null, [0, 0, 0]],
  ['credit is spent', -500, -200, [300, 0, 0]],
  ['credit is added', -200, -500, [-300, 0, 0]],
  ['a debt is charged', 40, 0, [0, 40, 0]],
  ['an amount too small to charge is carried over', 0, 49, [0, 0, 49]],
  ['credit is used, and a small rest is carried over', -9, 40, [9, 0, 40]],
  ['a debt is carried over again', 40, 45, [0, 40, 45]],
  ['a debt is paid by a credited amount', 40, -60, [-60, 40, 0]],
])('reads the balance at the end of an invoice: %s', (_, before, after, [creditApplied, owedBefore, carriedOver]) => {
  const invoice = { starting_balance: before, ending_balance: after, period_start: 0, period_end: 0 };
  expect(readInvoiceDocument(invoice)).toMatchObject({ creditApplied, owedBefore, carriedOver });
});
