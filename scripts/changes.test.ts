import { expect, test } from 'vitest';
import { isOfProduct } from './test/changes.ts';

test.each([
  ['server/src/accounts/users/users.service.ts', true],
  ['server/src/core/db/migrations/0001-begin.sql', true],
  ['web/src/locales/app/fr.po', true],
  ['package-lock.json', true],
  ['catalog/veriscan.yaml', true],
  ['server/src/accounts/users/users.routes.test.ts', false],
  ['web/src/ui/button.test.tsx', false],
  ['server/src/accounts/users/users.test-support.ts', false],
  ['server/test/browser.ts', false],
  ['e2e/identity/sign-in.spec.ts', false],
  ['docs/operations.md', false],
  ['README.md', false],
])('a change of %s may affect every story: %s', (path, expected) => {
  expect(isOfProduct(path)).toBe(expected);
});
