import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every cookie is named by `cookieName`, which adds a prefix over https (SES-2)', () => {
  const root = new URL('../../', import.meta.url);
  const named = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!.*\.test).*\.ts$/.test(file))
    .filter((file) => readFileSync(new URL(file, root), 'utf8').includes('.setCookie('));
  expect(named.length).toBeGreaterThan(3);
  for (const file of named) expect(readFileSync(new URL(file, root), 'utf8'), file).toContain('cookieName(');
});
