import { expect, test } from 'vitest';
import { openSignOut, sealSignOut } from './sign-out-request.ts';

const secret = 'a secret of the tests, long enough';

test('a sign-out leads where the portal said', () => {
  expect(openSignOut(secret, sealSignOut(secret, 'https://scan.vendor.example/bye'))).toBe(
    'https://scan.vendor.example/bye',
  );
});

test('is over after ten minutes', () => {
  const id = sealSignOut(secret, '/login', 0);
  expect(openSignOut(secret, id, 599_999)).toBe('/login');
  expect(openSignOut(secret, id, 600_000)).toBeNull();
});

test.each([
  ['nothing', undefined],
  ['an empty id', ''],
  ['something else', 'bm9uc2Vuc2U'],
  ['one of another installation', sealSignOut('another secret, also long enough', '/login')],
  ['one that was changed', sealSignOut(secret, '/login').replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
])('leads nowhere by %s', (_, id) => {
  expect(openSignOut(secret, id)).toBeNull();
});
