import { describe, expect, it } from 'vitest';
import { describeSubject, findNoteKind, invoiceTone, isOverdue, isPayable } from './invoice-rules.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('an invoice’s status', () => {
  it.each([
    ['paid', 'ok'],
    ['open', 'warning'],
    ['draft', 'neutral'],
    ['void', 'neutral'],
    ['uncollectible', 'bad'],
  ] as const)('%s has the color %s', (status, tone) => {
    expect(invoiceTone({ status, dueDate: null }, now)).toBe(tone);
  });

  it('is overdue only if the invoice is open and past its due date', () => {
    expect(isOverdue({ status: 'open', dueDate: '2026-11-20T11:00:00Z' }, now)).toBe(true);
    expect(invoiceTone({ status: 'open', dueDate: '2026-11-20T11:00:00Z' }, now)).toBe('warning');
    expect(isOverdue({ status: 'open', dueDate: '2026-11-21T00:00:00Z' }, now)).toBe(false);
    expect(invoiceTone({ status: 'open', dueDate: '2026-11-21T00:00:00Z' }, now)).toBe('accent');
    expect(isOverdue({ status: 'paid', dueDate: '2026-11-01T00:00:00Z' }, now)).toBe(false);
  });
});

describe('isPayable', () => {
  it('accepts only an open invoice with an amount due', () => {
    expect(isPayable({ status: 'open', total: 100 })).toBe(true);
    expect(isPayable({ status: 'open', total: 0 })).toBe(false);
  });

  it.each(['draft', 'paid', 'void', 'uncollectible'] as const)('rejects an invoice that is %s', (status) => {
    expect(isPayable({ status, total: 100 })).toBe(false);
  });
});

describe('the subject of an invoice', () => {
  it.each([
    ['Cloud – Team, Monthly', 'Cloud', 'Cloud – Team, Monthly'],
    ['Premium support, Yearly', 'Cloud', 'Cloud – Premium support, Yearly'],
    ['On-site training', null, 'On-site training'],
    [null, 'Cloud', 'Cloud'],
    [null, null, null],
  ])('with description %s and product %s is %s', (description, productName, subject) => {
    expect(describeSubject({ description, productName })).toBe(subject);
  });

  it('has a note if it was voided or credits money', () => {
    expect(findNoteKind({ status: 'void', total: 100 })).toBe('void');
    expect(findNoteKind({ status: 'paid', total: -100 })).toBe('credit');
    expect(findNoteKind({ status: 'draft', total: -100 })).toBeNull();
    expect(findNoteKind({ status: 'paid', total: 0 })).toBeNull();
  });
});
