import { describe, expect, test } from 'vitest';
import { createSerialNumber, encodeSerialNumber, formatLicenseNumber } from './serial-number.ts';

describe('a serial number', () => {
  test('contains all 128 bits', () => {
    expect(encodeSerialNumber(new Uint8Array(16))).toBe('00000-00000-00000-00000-000000');
    expect(encodeSerialNumber(new Uint8Array(16).fill(255))).toBe('7ZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZZ');
    const each = Array.from({ length: 128 }, (_, bit) => {
      const bytes = new Uint8Array(16);
      bytes[bit >> 3] = 1 << (bit & 7);
      return encodeSerialNumber(bytes);
    });
    expect(new Set(each).size).toBe(128);
  });

  test('contains no easily misread letter', () => {
    for (let count = 0; count < 100; count += 1) {
      expect(createSerialNumber()).toMatch(
        /^[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){3}-[0-9A-HJKMNP-TV-Z]{6}$/,
      );
    }
  });

  test('differs each time', () => {
    expect(new Set(Array.from({ length: 1_000 }, createSerialNumber)).size).toBe(1_000);
  });
});

describe('the number of a license', () => {
  test('is derived from the order’s number', () => {
    expect(formatLicenseNumber('OR-10318', 7)).toBe('LI-10318');
  });

  test.each(['PO 2026/17', 'OR-', 'or-5', 'OR-5x', 'XOR-5', ''])('is derived from the order’s id for %j', (number) => {
    expect(formatLicenseNumber(number, 7)).toBe('LI-M7');
  });
});
