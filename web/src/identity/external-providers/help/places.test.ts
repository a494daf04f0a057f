import { expect, test } from 'vitest';
import { recognizeOpenIdProduct } from '../model/openid-product.ts';
import { placeAt } from './places.ts';

const wordsOf = (type: 0 | 1 | 2, authority: string | null, place: Parameters<typeof placeAt>[1]) => {
  const found = placeAt({ type, authority }, place);
  return found && [found.product, ...found.way.map(({ message, id }) => message ?? id)];
};

test.each([
  ['https://accounts.google.com', 'google'],
  ['https://login.acme.example/realms/acme', 'keycloak'],
  ['https://login.acme.example/auth/realms/acme/', 'keycloak'],
  ['https://acme.eu.auth0.com/', null],
  ['https://google.com.evil.example', null],
  ['not an address', null],
  [null, null],
])('recognizes the product of %s as %s', (authority, product) => {
  expect(recognizeOpenIdProduct({ authority })).toBe(product);
});

test('returns the menus of a known provider, and general terms for an unknown provider', () => {
  expect(wordsOf(0, null, 'redirect')?.slice(0, 2)).toEqual(['Entra ID', 'App registrations']);
  expect(wordsOf(2, null, 'redirect')?.[0]).toBe('Okta');
  expect(wordsOf(1, 'https://a.example/realms/a', 'issuer')).toEqual([
    'Keycloak',
    'Realm settings',
    'General',
    'OpenID Endpoint Configuration',
  ]);
  expect(wordsOf(1, 'https://accounts.google.com', 'redirect')).toEqual([
    'Google',
    'Clients',
    'your application',
    'Authorized redirect URIs',
  ]);
  expect(wordsOf(1, 'https://accounts.google.com', 'keys')).toBeUndefined();
  expect(wordsOf(1, 'https://acme.eu.auth0.com/', 'redirect')).toEqual([
    null,
    'your application',
    'redirect addresses',
  ]);
});
