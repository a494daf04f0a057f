import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('files with live keys are neither committed nor copied into the image', () => {
  const files = ['.env', 'deploy/.env', 'deploy/.env.production', 'stripe.pem'];
  // Fails if one of them is not ignored.
  const ignored = execFileSync('git', ['check-ignore', ...files], { cwd: root, encoding: 'utf8' });
  expect(ignored.trim().split('\n')).toEqual(files);
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  expect(patterns).toEqual(expect.arrayContaining(['**/*.env', '**/.env.*', '**/*.pem']));
});
