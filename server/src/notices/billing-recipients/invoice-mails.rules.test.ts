import { describe, expect, test } from 'vitest';
import { findMailKind, receives } from './invoice-mails.rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const since = new Date('2026-01-01T00:00:00Z');
const hourAgo = new Date('2026-11-23T11:00:00Z');
const weekAgo = new Date('2026-11-16T12:00:00Z');
const open = {
  status: 'open',
  total: 1000,
  amountRemaining: 1000,
  isSent: false,
  billingReason: 'subscription_cycle',
  wasAttempted: true,
  finalizedAt: hourAgo,
  paidAt: null,
};
const paid = { ...open, status: 'paid', amountRemaining: 0, paidAt: hourAgo };

describe('mail about an invoice', () => {
  test.each([
    ['reports a paid invoice', paid, 'receipt'],
    ['does not report an invoice that was paid a week ago', { ...paid, paidAt: weekAgo }, null],
    ['does not report an invoice with a total of 0', { ...paid, total: 0 }, null],
    ['reports an invoice that was sent', { ...open, isSent: true, billingReason: 'subscription_create' }, 'invoice'],
    ['reports a renewal whose card was declined', open, 'invoice'],
    ['does not report a renewal whose card was not tried yet', { ...open, wasAttempted: false }, null],
    [
      'does not report a purchase that requires authentication',
      { ...open, billingReason: 'subscription_create' },
      null,
    ],
    ['does not report an invoice that was finalized a week ago', { ...open, finalizedAt: weekAgo }, null],
    ['does not report a void invoice', { ...open, status: 'void' }, null],
    ['does not report a draft', { ...open, status: 'draft', finalizedAt: null }, null],
  ])('%s', (_, invoice, kind) => {
    expect(findMailKind(invoice, { now, since })).toBe(kind);
  });

  test('is not sent about events before the start of mail', () => {
    expect(findMailKind(paid, { now, since: new Date('2026-11-23T11:30:00Z') })).toBeNull();
  });
});

test('the owner gets mail unless declined, and only admins who requested it', () => {
  const owner = { id: 1, isOwner: true, isAdmin: true };
  const admin = { id: 2, isOwner: false, isAdmin: true };
  const user = { id: 3, isOwner: false, isAdmin: false };
  expect([owner, admin, user].map((one) => receives(one, new Map()))).toEqual([true, false, false]);
  const choices = new Map([
    [1, false],
    [2, true],
    [3, true],
  ]);
  expect([owner, admin, user].map((one) => receives(one, choices))).toEqual([false, true, false]);
  // Users who were mailed about a failure get the outcome, unless they declined.
  expect([owner, admin, user].map((one) => receives(one, new Map(), true))).toEqual([true, true, false]);
  expect([owner, admin, user].map((one) => receives(one, choices, true))).toEqual([false, true, false]);
});
