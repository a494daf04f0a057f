import { expect, test } from 'vitest';
import { readInvoiceDocument } from './invoices.ts';

test.each([
  ['nothing is spent and owed', 0, 0, [0, 0, 0]],
  ['a draft has changed nothing yet', -500, null, [0, 0, 0]],
  ['credit is spent', -500, -200, [300, 0, 0]],
  ['credit is added', -200, -500, [-300, 0, 0]],
  ['what is owed is charged', 40, 0, [0, 40, 0]],
  ['what is too little to be charged is carried over', 0, 49, [0, 0, 49]],
  ['credit is spent, and what it leaves is carried over', -9, 40, [9, 0, 40]],
  ['what is owed is carried over further', 40, 45, [0, 40, 45]],
  ['what is owed is paid by what is given back', 40, -60, [-60, 40, 0]],
])('of the balance at an invoice’s end: %s', (_, before, after, [creditApplied, owedBefore, carriedOver]) => {
  const invoice = { starting_balance: before, ending_balance: after, period_start: 0, period_end: 0 };
  expect(readInvoiceDocument(invoice)).toMatchObject({ creditApplied, owedBefore, carriedOver });
});
