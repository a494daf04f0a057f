import { keepAppSecret, wrongSecretError } from '../../core/db/app-secret.ts';
import type { Database } from '../../core/db/database.ts';
import { unseal } from '../../core/secrets.ts';
import { sealedKinds } from './sealed.ts';

/**
 * Gives a database without a check value that of this secret, if the secret opens something that is stored, or nothing
 * is (RUN-17).
 * @throws InstallationError if it opens nothing of what is stored
 */
export async function proveAppSecret(database: Database, appSecret: string): Promise<void> {
  let opened = 0;
  let unreadable = 0;
  for (const { reseal } of sealedKinds) {
    // Nothing is changed, because no value is sealed again.
    const result = await reseal(database.query, (belonging, sealed) => {
      unseal(appSecret, belonging, sealed);
      opened += 1;
      return null;
    });
    unreadable += result.unreadable.length;
  }
  // Values of an earlier secret, which was lost, may remain beside those of this one.
  if (opened === 0 && unreadable > 0) throw wrongSecretError();
  await keepAppSecret(database, appSecret);
}
