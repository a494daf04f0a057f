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
    ['a paid one', paid, 'receipt'],
    ['one that was paid a week ago', { ...paid, paidAt: weekAgo }, null],
    ['one for nothing', { ...paid, total: 0 }, null],
    ['one that is sent to be paid', { ...open, isSent: true, billingReason: 'subscription_create' }, 'invoice'],
    ['a renewal whose card was declined', open, 'invoice'],
    ['a renewal whose card was not tried yet', { ...open, wasAttempted: false }, null],
    ['a purchase that somebody is about to authenticate', { ...open, billingReason: 'subscription_create' }, null],
    ['one that was finalized a week ago', { ...open, finalizedAt: weekAgo }, null],
    ['a void one', { ...open, status: 'void' }, null],
    ['a draft', { ...open, status: 'draft', finalizedAt: null }, null],
  ])('%s', (_, invoice, kind) => {
    expect(findMailKind(invoice, { now, since })).toBe(kind);
  });

  test('is not sent of what was before mail began', () => {
    expect(findMailKind(paid, { now, since: new Date('2026-11-23T11:30:00Z') })).toBeNull();
  });
});

test('the owner gets mail unless they said otherwise, an admin who asked for it, nobody else', () => {
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
  // Who was mailed of a failure reads how it ended, unless they declined.
  expect([owner, admin, user].map((one) => receives(one, new Map(), true))).toEqual([true, true, false]);
  expect([owner, admin, user].map((one) => receives(one, choices, true))).toEqual([false, true, false]);
});
