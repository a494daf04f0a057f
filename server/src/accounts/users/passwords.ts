import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { UnavailableError } from '../../core/http/app-error.ts';

/** The cost of one hash: KiB of memory, passes and lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id, the library's default algorithm, with 19 MiB, two passes and one lane (PWD-5). */
export const fullHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let cost = fullHashCost;

/** Sets the cost of new hashes. Only tests call it: at full cost, a thousand sign-ins take half a minute. */
export function setHashCost(next: HashCost): void {
  cost = next;
}

/**
 * Maximum concurrent hashes: one per core, at most three (PWD-6). One of libuv's four threads always stays free for
 * files and name resolution.
 */
const maxConcurrent = Math.min(3, availableParallelism());
/**
 * Maximum hashes in the queue. A hash takes about 25 ms, so the last one waits 0.5 seconds, or two seconds on a busy
 * machine (PWD-6).
 */
const maxWaiting = 20 * maxConcurrent;

let admitted = 0;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work`, which hashes, as soon as a slot is free. */
async function inHashSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxConcurrent) {
    // A finished call passes its slot on, so `running` stays the same.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Runs a function in a slot for hashing. */
export type HashSlot = typeof inHashSlot;

/** True while the queue is full. */
export function isHashingFull(): boolean {
  return admitted >= maxConcurrent + maxWaiting;
}

/**
 * Admits `work` to the hashing queue. It loads its data without a slot and hashes in the given `HashSlot`. @throws
 * UnavailableError before any work if the queue is full
 */
export async function withHashQueue<Result>(work: (place: HashSlot) => Promise<Result>): Promise<Result> {
  if (isHashingFull()) throw new UnavailableError('problem.busy');
  admitted += 1;
  try {
    return await work(inHashSlot);
  } finally {
    admitted -= 1;
  }
}

/** Argon2id in its encoded form. It takes about 25 ms of one core. Requests call it in a slot of `withHashQueue`. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** A hash of no known password, at the current cost. Comparing with it takes as long as with a real one. */
function dummyHash(): string {
  const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  const { memoryCost, timeCost, parallelism } = cost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(16)}$${unpadded(32)}`;
}

/** Whether `password` matches `passwordHash` (PWD-7). Without a hash, it compares with a dummy and returns false, so the time reveals nothing. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? dummyHash(), password);
  return passwordHash !== null && matches;
}

/** True for a hash with a lower cost than the current one. */
export function isWeakHash(passwordHash: string): boolean {
  const used = parseOptions(passwordHash);
  return used.memoryCost < cost.memoryCost || used.timeCost < cost.timeCost;
}
