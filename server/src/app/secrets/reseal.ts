import type { Config } from '../../core/config.ts';
import { openCommandDatabase } from '../../core/db/command-database.ts';
import { migrate } from '../../core/db/migrations.ts';
import { resealAuthenticators, resealClientSecrets } from '../../identity/index.ts';
import { resealLicenseKeys } from '../../licensing/index.ts';

const kinds = [
  { name: 'License keys', key: 'key', reseal: resealLicenseKeys },
  { name: 'Secrets of authenticators', key: 'user', reseal: resealAuthenticators },
  { name: 'Client secrets', key: 'provider', reseal: resealClientSecrets },
] as const;

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
  for (const { name, key, reseal } of kinds) {
    const { resealed, unreadable } = await reseal(database.query, config.appSecret);
    left += unreadable.length;
    const rest = unreadable.map((id) => `\n  ${key} ${id} cannot be decrypted with APP_SECRET or APP_SECRET_PREVIOUS`);
    print(`${name}: ${resealed} encrypted again, ${unreadable.length} left.${rest.join('')}`);
  }
  print(replaced);
  return left > 0 ? 1 : 0;
}
