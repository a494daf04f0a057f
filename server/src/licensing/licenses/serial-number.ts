import { randomBytes } from 'node:crypto';

/** Crockford's digits, without the easily misread I, L, O and U. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 128 bits, five per digit. */
const length = 26;

/** A new serial number of 128 random bits (LCN-2), such as `2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D`. */
export function createSerialNumber(): string {
  return formatSerialNumber(randomBytes(16));
}

/** The serial number made from 16 bytes. */
export function formatSerialNumber(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = `${digits[Number(rest & 31n)]}${text}`;
    rest >>= 5n;
  }
  return text.replace(/^(.{5})(.{5})(.{5})(.{5})(.{6})$/, '$1-$2-$3-$4-$5');
}

/** The number of an order's license: LI-10318 for OR-10318, or LI-M7 with the order's id if an operator chose its number (LCN-2). */
export function formatLicenseNumber(orderNumber: string, orderId: number): string {
  const [, number] = /^OR-(\d+)$/.exec(orderNumber) ?? [];
  return number === undefined ? `LI-M${orderId}` : `LI-${number}`;
}
