import { afterEach, expect, test, vi } from 'vitest';
import { documentPath, isDocumentOver, isDocumentToken, parseDocumentToken } from './recipient-links.ts';

const appSecret = 'a secret of the tests, long enough';
const email = 'payables@acme.example';
afterEach(() => vi.useRealTimers());

const parse = (path: string) => {
  const token = path.slice('/api/Billing/Documents/'.length);
  const link = parseDocumentToken(token);
  return { isValid: link !== undefined && isDocumentToken(appSecret, token, { ...link, email }), link };
};
const later = (days: number) => vi.useFakeTimers({ now: Date.now() + days * 86_400_000, toFake: ['Date'] });

test('a mailed link to an invoice ends after 90 days, and its day cannot be changed', () => {
  const path = documentPath(appSecret, { invoiceId: 'in_1', recipientId: 7, email });
  const { isValid, link } = parse(path);
  expect([isValid, link?.day]).toEqual([true, Math.floor(Date.now() / 86_400_000)]);
  expect(parse(path.replace(`.${link?.day}.`, `.${(link?.day ?? 0) + 1}.`)).isValid).toBe(false);
  later(90);
  expect(isDocumentOver(link ?? {}, new Date(0))).toBe(false);
  vi.useRealTimers();
  later(91);
  expect(isDocumentOver(link ?? {}, new Date())).toBe(true);
});

test('a link of an earlier version ends 90 days after its invoice', () => {
  const { isValid, link } = parse(documentPath(appSecret, { invoiceId: 'in_1', recipientId: null, email, day: null }));
  expect([isValid, link]).toEqual([true, { invoiceId: 'in_1', recipientId: null, day: null }]);
  const made = new Date();
  expect(isDocumentOver({ day: null }, made)).toBe(false);
  later(91);
  expect(isDocumentOver({ day: null }, made)).toBe(true);
});
