import { expect, test } from 'vitest';
import { openSignOut, sealSignOut } from './sign-out-request.ts';

const secret = 'a secret of the tests, long enough';

test('a sign-out request returns its sealed target', () => {
  expect(openSignOut(secret, sealSignOut(secret, 'https://scan.vendor.example/bye'))).toBe(
    'https://scan.vendor.example/bye',
  );
});

test('a sign-out request expires after ten minutes', () => {
  const id = sealSignOut(secret, '/login', 0);
  expect(openSignOut(secret, id, 599_999)).toBe('/login');
  expect(openSignOut(secret, id, 600_000)).toBeNull();
});

test.each([
  ['nothing', undefined],
  ['an empty id', ''],
  ['another text', 'bm9uc2Vuc2U'],
  ['an id of another installation', sealSignOut('another secret, also long enough', '/login')],
  ['a changed id', sealSignOut(secret, '/login').replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
])('a sign-out request returns null for %s', (_, id) => {
  expect(openSignOut(secret, id)).toBeNull();
});
