import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { UnavailableError } from '../../http/app-error.ts';

/** Argon2id (the library's default algorithm): 19 MiB, two passes, one lane. The one place that says so (design 'Passwords'). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * One more than there are cores, as one of them waits for the database while the others are hashed. One thread of libuv's four stays free for
 * files and names whatever happens.
 */
const atOnce = Math.min(3, availableParallelism() + 1);
/** A hash takes some 25 ms, so who is last in the queue waits about half a second, on a busy machine two. */
const mayWait = 20 * atOnce;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Said before any other work, so that overload is told within milliseconds.
 * @throws UnavailableError when no further password can be taken in.
 */
export function refuseWhenBusy(): void {
  if (running >= atOnce && waiting.length >= mayWait) throw new UnavailableError('problem.busy');
}

/**
 * Runs `work` when one of the few places for hashing is free.
 * @throws UnavailableError at once when the queue is full.
 */
export async function withHashingPlace<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseWhenBusy();
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

/** Argon2id in its encoded form. Takes some 25 ms of one core; call it inside `withHashingPlace` where the outside can trigger it. */
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
