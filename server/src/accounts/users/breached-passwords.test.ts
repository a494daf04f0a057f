import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPasswordProblems, isBreached } from './password-policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'breached-'));
const hash = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

/** Writes a list as Have I Been Pwned offers it. */
function writeList(name: string, passwords: readonly string[], lineEnd: string): string {
  const lines = passwords.map(hash).sort();
  const file = join(folder, name);
  writeFileSync(file, lines.map((line, index) => `${line}:${index * 37}`).join(lineEnd));
  return file;
}

test.each([0, 1, 2, 3, 50, 1_000])('finds exactly the passwords of a list of %i', async (count) => {
  const passwords = Array.from({ length: count }, (_, index) => `password ${index}`);
  for (const lineEnd of ['\n', '\r\n']) {
    const file = writeList(`${count}-${lineEnd.length}`, passwords, lineEnd);
    const found = await Promise.all(passwords.map((password) => isBreached(file, password)));
    expect(found).toEqual(passwords.map(() => true));
    for (let other = 0; other < 20; other += 1) expect(await isBreached(file, `other ${other}`)).toBe(false);
  }
});

test('a strong password is refused if it is on the list, and accepted without a list (PWD-18)', async () => {
  const file = writeList('one', ['Kx9$mPq2vL'], '\n');
  const context = {
    database: { query: { select: () => ({ from: () => ({ orderBy: async () => [] }) }) } } as never,
    catalog: { findProducts: async () => new Map() },
  };
  const check = (breachedPasswordsFile: string | undefined) =>
    findPasswordProblems({ ...context, config: { breachedPasswordsFile } }, 'Kx9$mPq2vL', []);
  expect(await check(file)).toEqual([{ key: 'session.password.breached' }]);
  expect(await check(undefined)).toEqual([]);
});
