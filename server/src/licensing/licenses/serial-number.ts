import { randomBytes } from 'node:crypto';
import { crockfordDigits, formatSerialNumber } from '@portico/contract';

/** 128 bits, five per digit. */
const length = 26;

/** A new serial number of 128 random bits (LCN-2), such as `2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D`. */
export function createSerialNumber(): string {
  return encodeSerialNumber(randomBytes(16));
}

/** The serial number made from 16 bytes. */
export function encodeSerialNumber(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = `${crockfordDigits[Number(rest & 31n)]}${text}`;
    rest >>= 5n;
  }
  return formatSerialNumber(text);
}

/** The number of an order's license: LI-10318 for OR-10318, or LI-M7 with the order's id if an operator chose its number (LCN-2). */
export function formatLicenseNumber(orderNumber: string, orderId: number): string {
  const [, number] = /^OR-(\d+)$/.exec(orderNumber) ?? [];
  return number === undefined ? `LI-M${orderId}` : `LI-${number}`;
}
