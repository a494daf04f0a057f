import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/**
 * Argon2id verifications a second with the portal's parameters (server/src/accounts/users/passwords.ts) and the
 * portal's concurrency.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const password = 'Portico-demo-1';
const passwordHash = await hash(password, parameters);
const seconds = Number(process.argv[2]);

const begin = performance.now();
let verified = 0;
const work = async () => {
  while (performance.now() - begin < seconds * 1_000) {
    await verify(passwordHash, password);
    verified += 1;
  }
};
await Promise.all(Array.from({ length: Math.min(3, availableParallelism()) }, work));
console.log(verified / ((performance.now() - begin) / 1_000));
