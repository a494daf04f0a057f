import { pino } from 'pino';
import { createCatalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import { openCommandDatabase } from '../../core/db/command-database.ts';
import { migrate } from '../../core/db/migrations.ts';
import type { LicenseCheckResult } from '../licenses/checks.queries.ts';
import { rotateKey } from '../licenses/license-keys.ts';
import { checkLicenses, type DeliveryContext } from './check.ts';

interface CommandContext extends DeliveryContext {
  readonly config: Pick<Config, 'appSecret'>;
  readonly print: (text: string) => void;
}

interface LicensesCommand {
  readonly command: 'check' | 'repair' | 'rotate-key';
  readonly json: boolean;
}

/**
 * Runs a command on an installation, whose portal may be running.
 * @returns the exit code: 1 if a person has to look at the result
 * @throws Error with a readable message if no portal has run there yet
 */
export async function runLicensesCommand(
  { command, json }: LicensesCommand,
  config: Config,
  print: (text: string) => void,
): Promise<0 | 1> {
  await using opened = new AsyncDisposableStack();
  const { database } = await openCommandDatabase(config, opened, { mayMake: false });
  await migrate(database.pool);
  const logger = pino({ level: 'silent' });
  const context = { database, config, catalog: createCatalog({ database }), logger, print };
  return command === 'rotate-key'
    ? await rotateLicenseKey(context, json)
    : await compare(context, command === 'repair', json);
}

async function compare(context: CommandContext, repair: boolean, json: boolean): Promise<0 | 1> {
  const result = await checkLicenses(context, repair);
  context.print(json ? JSON.stringify(result, null, 2) : describeCheck(result, repair).join('\n'));
  return result.different > 0 ? 1 : 0;
}

function describeCheck({ checked, different, differences }: LicenseCheckResult, repair: boolean): string[] {
  const found =
    different === 0 ? 'Nothing differs.' : `${different} ${repair ? 'differed and were repaired.' : 'differ.'}`;
  return [
    `${checked} licenses were compared. ${found}`,
    ...differences.map(({ accountId, licenseNumber, orderNumber, what }) => {
      const subject = [licenseNumber, orderNumber].filter((number) => number !== null).join(', ');
      return `  account ${accountId}${subject && `, ${subject}`}: ${what.join(', ')}`;
    }),
  ];
}

async function rotateLicenseKey(context: CommandContext, json: boolean): Promise<0> {
  const { retired, current } = await rotateKey(context);
  const before = retired === null ? 'There was no key before it.' : `The key ${retired} is retired.`;
  context.print(json ? JSON.stringify({ retired, current }) : `The key ${current} signs from now on. ${before}`);
  return 0;
}
