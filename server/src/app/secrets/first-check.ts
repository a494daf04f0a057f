import { keepAppSecret, wrongSecretError } from '../../core/db/app-secret.ts';
import type { Database } from '../../core/db/database.ts';
import { unseal } from '../../core/secrets.ts';
import { sealedKinds } from './sealed.ts';

/**
 * Stores the check value of this secret in a database without one, if the secret decrypts at least one stored value, or
 * no encrypted value is stored (RUN-17).
 * @throws InstallationError if encrypted values are stored and the secret decrypts none of them
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
