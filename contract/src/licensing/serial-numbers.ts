import { z } from 'zod';
import { crockfordDigits, readCrockford } from '../api/typed-code.ts';

/** Digits of a serial number: 128 bits, five per digit (LCN-2). */
const length = 26;

/** The printed form of a serial number's 26 digits: `2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D`. */
export function formatSerialNumber(digits: string): string {
  return digits.replace(/^(.{5})(.{5})(.{5})(.{5})(.{6})$/, '$1-$2-$3-$4-$5');
}

/** A serial number as a person types it (LCN-15). Its output is the printed form. */
export const serialNumber = z
  .string()
  .max(200)
  .transform(readCrockford)
  .superRefine((digits, issues) => {
    const count = digits.replace(new RegExp(`[^${crockfordDigits}]`, 'g'), '').length;
    if (count !== length)
      issues.addIssue({ code: 'custom', params: { messageKey: 'validation.serialNumber', length, count } });
    else if (digits.length !== length) issues.addIssue({ code: 'custom' });
  })
  .transform(formatSerialNumber);
