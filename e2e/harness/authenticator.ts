import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { secrets } from './secrets.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const period = 30_000;

function decode(secret: string): Buffer {
  const bits = [...secret].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An authenticator app that implements RFC 6238 without the portal's library. */
export class Authenticator {
  readonly #secret: Buffer;
  #lastStep = 0;

  /** @param sharedKey the secret in base 32, with or without spaces */
  constructor(sharedKey: string) {
    secrets.add(sharedKey.trim());
    this.#secret = decode(sharedKey.replace(/\s/g, '').toUpperCase());
  }

  /** An unused code; each works once. Waits for the next period if the current and the next code were used. */
  async next(): Promise<string> {
    const now = () => Math.floor(Date.now() / period);
    const step = Math.max(now(), this.#lastStep + 1);
    while (step > now() + 1) await pause(500);
    this.#lastStep = step;
    return this.#codeOf(step);
  }

  #codeOf(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const digest = createHmac('sha1', this.#secret).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 15;
    return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  }
}
