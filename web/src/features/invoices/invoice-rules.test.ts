import { describe, expect, it } from 'vitest';
import { invoiceTone, isOverdue, payAddress, spanOfYear, yearsSince } from './invoice-rules.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('an invoice’s status', () => {
  it.each([
    ['paid', 'ok'],
    ['open', 'accent'],
    ['draft', 'neutral'],
    ['void', 'neutral'],
    ['uncollectible', 'bad'],
  ] as const)('%s: %s', (status, tone) => {
    expect(invoiceTone({ status, dueDate: null }, now)).toBe(tone);
  });

  it('returns overdue only for an open invoice past its due date', () => {
    expect(isOverdue({ status: 'open', dueDate: '2026-11-20T11:00:00Z' }, now)).toBe(true);
    expect(invoiceTone({ status: 'open', dueDate: '2026-11-20T11:00:00Z' }, now)).toBe('warning');
    expect(isOverdue({ status: 'open', dueDate: '2026-11-21T00:00:00Z' }, now)).toBe(false);
    expect(isOverdue({ status: 'paid', dueDate: '2026-11-01T00:00:00Z' }, now)).toBe(false);
  });
});

describe('Pay', () => {
  const hostedInvoiceUrl = 'https://pay.example/in_1';

  it('returns the hosted page of an open invoice', () => {
    expect(payAddress({ status: 'open', hostedInvoiceUrl }, true)).toBe(hostedInvoiceUrl);
  });

  it.each(['draft', 'paid', 'void', 'uncollectible'] as const)('is not there when %s', (status) => {
    expect(payAddress({ status, hostedInvoiceUrl }, true)).toBeNull();
  });

  it('returns no payment link without a hosted page or for a read-only user', () => {
    expect(payAddress({ status: 'open', hostedInvoiceUrl: null }, true)).toBeNull();
    expect(payAddress({ status: 'open', hostedInvoiceUrl }, false)).toBeNull();
  });
});

describe('a year of invoices', () => {
  it('begins and ends by the reader’s clock', () => {
    const { createdFrom, createdBefore } = spanOfYear(2026);
    expect([new Date(createdFrom), new Date(createdBefore)]).toEqual([new Date(2026, 0, 1), new Date(2027, 0, 1)]);
  });

  it.each([
    [undefined, undefined, [2026]],
    ['2024-06-01T00:00:00Z', undefined, [2026, 2025, 2024]],
    ['2025-06-01T00:00:00Z', 2019, [2026, 2025, 2019]],
    ['2027-06-01T00:00:00Z', 2027, [2027, 2026]],
  ])('is offered from the first invoice %s on, and where the address has %s', (first, asked, years) => {
    expect(yearsSince(first, asked, new Date(now))).toEqual(years);
  });
});
