import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { UnavailableError } from '../../http/app-error.ts';

/** Argon2id (the library's default algorithm): 19 MiB, two passes, one lane. The one place that says so (PWD-5). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** As many as there are cores. One thread of libuv's four stays free for files and names whatever happens. */
const atOnce = Math.min(3, availableParallelism());
/** A hash takes some 25 ms, so who is last in the queue waits about half a second, on a busy machine two. */
const mayWait = 20 * atOnce;

let admitted = 0;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work`, which hashes, as soon as one of the few places for it is free. */
async function inPlace<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    // The place is handed over by whoever leaves: `running` stays as it is.
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

/** Where a password may be hashed. */
export type HashingPlace = typeof inPlace;

/** True while no further password can be taken in. */
export function isHashingFull(): boolean {
  return admitted >= atOnce + mayWait;
}

/**
 * Admits `work` to the queue for hashing; it looks up what it needs without holding a place, and hashes in `inPlace`.
 * @throws UnavailableError at once, before any work, when no further password can be taken in.
 */
export async function withHashing<Result>(work: (place: HashingPlace) => Promise<Result>): Promise<Result> {
  if (isHashingFull()) throw new UnavailableError('problem.busy');
  admitted += 1;
  try {
    return await work(inPlace);
  } finally {
    admitted -= 1;
  }
}

/** Argon2id in its encoded form. Takes some 25 ms of one core; call it in a place of `withHashing` where the outside can trigger it. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** The hash of nothing that anybody knows, with today's parameters: comparing with it takes as long as with a real one. */
const standIn = (() => {
  const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  const { memoryCost, timeCost, parallelism } = parameters;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(16)}$${unpadded(32)}`;
})();

/**
 * Whether `password` is the one behind `passwordHash`. Without a hash (no such user, or one without password) it compares with a
 * stand-in and answers false, so that it takes as long.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? standIn, password);
  return passwordHash !== null && matches;
}

/** True for a hash that was made with weaker parameters than today's. */
export function isWeakHash(passwordHash: string): boolean {
  const used = parseOptions(passwordHash);
  return used.memoryCost < parameters.memoryCost || used.timeCost < parameters.timeCost;
}
