import { expect, test } from 'vitest';
import { passwordProblems } from './password-rule.ts';
import { findWeakness } from './password-strength.ts';

const avery = ['avery@acme.example', 'Avery', 'Stone', 'Acme Security', 'Veriscan'];
const checkPassword = async (password: string, own = avery) => {
  const weakness = await findWeakness(password, own);
  return weakness && ('key' in weakness ? weakness.key.replace('session.password.', '') : weakness.text);
};

test.each([
  ['Acme2026!', 'weak.own'],
  ['Stone1987!', 'weak.own'],
  ['Veriscan#1', 'weak.own'],
  ['Qwerty!23456', 'weak.sequence'],
  ['Aa1!Aa1!Aa1!', 'weak.repeat'],
  ['12.03.1987Aa', 'weak.date'],
  ['Summer2024!', 'weak'],
])('rejects %s, which meets the rule but is easy to guess (%s)', async (password, reason) => {
  expect(passwordProblems(password).filter((said) => !('key' in said) || !said.key.endsWith('common'))).toEqual([]);
  expect(await checkPassword(password)).toBe(reason);
});

test.each(['Kx9$mPq2vL', 'New-passphrase-7', 'correct horse Battery staple 9', 'Çédille ñ 42 €'])(
  'accepts %s',
  async (password) => {
    expect(await checkPassword(password)).toBeNull();
  },
);

test('rates a password as weak for the user whose data it contains, and as strong for other users', async () => {
  expect(await checkPassword('Initech2031!')).toBeNull();
  expect(await checkPassword('Initech2031!', ['bill@initech.example', 'Bill', 'Lumbergh', 'Initech'])).toBe('weak.own');
});

// The cost grows with the length, and a long password must not keep the portal busy.
test('estimates only the first 128 characters of a long password', async () => {
  expect(await checkPassword('Aa1!'.repeat(250))).toBe('weak.repeat');
  expect(await checkPassword(`${'Aa1!'.repeat(32)}Kx9$mPq2vLw7#Tz`)).toBe('weak.repeat');
});
