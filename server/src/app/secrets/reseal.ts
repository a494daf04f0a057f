import type { Config } from '../../core/config.ts';
import { adoptAppSecret, resealCheckValue } from '../../core/db/app-secret.ts';
import { openCommandDatabase } from '../../core/db/command-database.ts';
import { migrate } from '../../core/db/migrations.ts';
import { reseal as resealValue } from '../../core/secrets.ts';
import { sealedKinds } from './sealed.ts';

const replaced = `Recovery codes and break-glass codes from before the change of APP_SECRET do not work: their owners have to create new ones.`;

/**
 * Seals everything that is stored for longer than a session with the present secret (RUN-16).
 * @returns the exit code: 1 if something cannot be opened with either secret
 * @throws Error with a readable message if no portal has run there yet
 */
export async function resealSecrets(config: Config, print: (text: string) => void): Promise<0 | 1> {
  await using opened = new AsyncDisposableStack();
  const { database } = await openCommandDatabase(config, opened, { mayMake: false });
  await migrate(database.pool);
  let left = 0;
  for (const { name, owner, reseal } of sealedKinds) {
    const { resealed, unreadable } = await reseal(database.query, (belonging, sealed) =>
      resealValue(config.appSecret, belonging, sealed),
    );
    left += unreadable.length;
    const rest = unreadable.map(
      (id) => `\n  ${owner} ${id} cannot be decrypted with APP_SECRET or APP_SECRET_PREVIOUS`,
    );
    print(`${name}: ${resealed} encrypted again, ${unreadable.length} left.${rest.join('')}`);
  }
  await resealCheckValue(database, config.appSecret);
  print(replaced);
  return left > 0 ? 1 : 0;
}

/**
 * Makes the current secret the database's own, after the previous one was lost (RUN-17).
 * @throws Error with a readable message if no portal has run there yet
 */
export async function adoptSecret(config: Config, print: (text: string) => void): Promise<0> {
  await using opened = new AsyncDisposableStack();
  const { database } = await openCommandDatabase(config, opened, { mayMake: false, anySecret: true });
  await migrate(database.pool);
  await adoptAppSecret(database, config.appSecret);
  print(`APP_SECRET is now the secret of this database. What the previous one encrypted can no longer be read:
  Products get no answers and nobody gets license files until there is a new key: npm run licenses -- rotate-key.
  Users with an authenticator need an operator to remove their second factors. Admins have to enter client secrets again.
${replaced}`);
  return 0;
}
