import { expect, it } from 'vitest';
import { estimatePassword } from './password-estimate.ts';

const avery = ['avery@acme.example', 'Avery', 'Stone', 'Acme Security', 'Veriscan'];

it.each([
  ['Acme2026!', 'own'],
  ['Stone1987!', 'own'],
  ['Qwerty!23456', 'sequence'],
  ['Aa1!Aa1!Aa1!', 'repeat'],
  ['12.03.1987Aa', 'date'],
  ['Summer2024!', 'guessable'],
])('rejects %s like the server: %s', (password, weakness) => {
  expect(estimatePassword(password, avery)).toMatchObject({ weakness });
});

it.each(['Kx9$mPq2vL', 'New-passphrase-7', 'Çédille ñ 42 €'])('returns no weakness of %s', (password) => {
  const { score, weakness } = estimatePassword(password, avery);
  expect(weakness).toBeNull();
  expect(score).toBeGreaterThanOrEqual(3);
});
