import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeReturnUrl } from './return-url.ts';

const portal = 'https://portal.veriscan.example';
const linked = ['https://scan.veriscan.example'];
const safe = (candidate: string | null | undefined) => safeReturnUrl(candidate, portal, linked);

describe('a ReturnUrl', () => {
  test.each([
    ['/', '/'],
    ['/Billing', '/Billing'],
    ['/Billing?page=2&x=%2F#top', '/Billing?page=2&x=%2F#top'],
    ['/Products/a%20b', '/Products/a%20b'],
    ['/login?ReturnUrl=%2F%2Fevil.example', '/login?ReturnUrl=%2F%2Fevil.example'],
    ['/a/../Billing', '/Billing'],
    ['https://portal.veriscan.example/Billing?x=1', '/Billing?x=1'],
    ['https://scan.veriscan.example/start', 'https://scan.veriscan.example/start'],
  ])('redirects %s to %s', (candidate, target) => {
    expect(safe(candidate)).toBe(target);
  });

  test.each([
    null,
    undefined,
    '',
    'Billing',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/\u0000/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2F/evil.example',
    '/%2f%2fevil.example',
    '%2F%2Fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/%252Fevil.example',
    '/%255Cevil.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https:\\\\evil.example',
    'http://scan.veriscan.example/',
    'https://scan.veriscan.example:8443/',
    'https://scan.veriscan.example.evil.example/',
    'https://scan.veriscan.example@evil.example/',
    'https://user:pass@scan.veriscan.example/',
    'https://evil.example/https://scan.veriscan.example/',
    'https://portal.veriscan.example//evil.example',
    'ftp://scan.veriscan.example/',
    'blob:https://portal.veriscan.example/1',
  ])('replaces %j by the home page', (candidate) => {
    expect(safe(candidate)).toBe('/');
  });

  test('always leads to a known origin, as a browser parses it', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      'https:',
      'javascript:',
      'evil.example',
      '@',
      '.',
      '..',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '?',
      '#',
      ':',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const { origin } = new URL(safe(pieces.join('')), portal);
        expect([portal, ...linked]).toContain(origin);
      }),
      { numRuns: 3_000 },
    );
  });
});
