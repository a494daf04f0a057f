import { chooseCommand, defineCommand, startCommand } from '../../core/command.ts';

const usage = `Usage: npm run secrets -- COMMAND

  reseal
  Encrypts license keys, secrets of authenticators and client secrets again, with the present APP_SECRET. Needs the previous secret in
  APP_SECRET_PREVIOUS. Works whether or not a portal is running, and may be repeated.

  adopt
  Makes APP_SECRET the secret of this database, if the previous one is lost. What that one encrypted stays unreadable.

Exits with 0 if all is encrypted with APP_SECRET, 1 if something cannot be decrypted with either secret, 2 if the command could not be carried
out.`;

/** `npm run secrets` */
export const secretsCommand = defineCommand({
  usage,
  parse: (parameters) => chooseCommand(['reseal', 'adopt'], parameters),
  async run(command, { print, readConfig }) {
    // Loaded on demand, so that help appears fast.
    const { adoptSecret, resealSecrets } = await import('./reseal.ts');
    return await (command === 'adopt' ? adoptSecret : resealSecrets)(await readConfig(), print);
  },
});

if (import.meta.main) await startCommand(secretsCommand);
