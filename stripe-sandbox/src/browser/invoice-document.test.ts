import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readTexts } from '../../test/pdf.ts';
import { addressLines, invoicePdf } from './invoice-document.ts';
import { LEFT, Sheet } from './sheet.ts';

const none = { line1: null, line2: null, city: null, state: null, postal_code: null, country: null };

test('returns an address in the order of its country', () => {
  const seattle = { ...none, line1: '1 Pike St', city: 'Seattle', state: 'WA', postal_code: '98101', country: 'US' };
  expect(addressLines(seattle)).toEqual(['1 Pike St', 'Seattle, WA 98101', 'US']);
  expect(addressLines({ ...none, state: 'WA', country: 'US' })).toEqual(['WA', 'US']);
  expect(addressLines({ ...none, city: 'Seattle', country: 'US' })).toEqual(['Seattle', 'US']);
  const berlin = { ...none, line1: 'Unter den Linden 1', city: 'Berlin', postal_code: '10117', country: 'DE' };
  expect(addressLines(berlin)).toEqual(['Unter den Linden 1', '10117 Berlin', 'DE']);
  expect(addressLines(none)).toEqual([]);
  expect(addressLines(null)).toEqual([]);
});

test('returns a PDF with every line of a long invoice on as many pages as needed', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => ({
    description: `Seat (${index + 1})`,
    quantity: 2,
    amount: 100 + index,
    currency: 'usd',
    period: { start: 0, end: 86_400 },
  }));
  const total = 60 * 100 + (59 * 60) / 2;
  const amounts = { subtotal: total, total, amount_due: total, amount_paid: 0, amount_remaining: total };
  const invoice = {
    ...amounts,
    number: 'A-0001',
    created: 0,
    currency: 'usd',
    effective_at: null,
    due_date: 86_400,
    status_transitions: { paid_at: null },
    customer_name: 'Ada \\ Sons (Ltd)',
    customer_address: null,
    receipt_number: null,
    footer: 'Thank you',
    pre_payment_credit_notes_amount: 0,
    lines: { data: lines },
  };
  const pdf = await invoicePdf(invoice as unknown as Stripe.Invoice, []);
  const texts = readTexts(pdf);
  for (const { description, amount } of lines) {
    const at = texts.indexOf(description);
    expect(texts.slice(at, at + 4)).toEqual([
      description,
      '2',
      `$${(amount / 100).toFixed(2)}`,
      '1 Jan 1970 – 2 Jan 1970',
    ]);
  }
  for (const text of ['A-0001', 'Ada \\ Sons (Ltd)', '$77.70 due', 'Thank you']) expect(texts).toContain(text);
  expect(texts.slice(texts.indexOf('Subtotal'))).toEqual([
    ...['Subtotal', '$77.70', 'Total', '$77.70', 'Amount due', '$77.70', 'Thank you'],
  ]);
  expect(pdf.toString('latin1').match(/\/Type \/Page$/gm)).toHaveLength(3);
});

test('returns a PDF with a question mark for each character that its font lacks', async () => {
  const sheet = await Sheet.open('Invoice');
  sheet.put('東京 Zoë\u202f– 12 (net)', LEFT);
  expect(readTexts(await sheet.close())).toEqual(['?? Zoë – 12 (net)']);
});
