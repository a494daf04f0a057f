import type { Config } from '../../core/config.ts';
import type { LicenseCheckResult } from '../licenses/checks.queries.ts';
import { rotateKey } from '../licenses/license-keys.ts';
import { checkLicenses, type DeliveryContext } from './check.ts';

/** The licenses' database, catalog and secret, and where to print the result. */
export interface CommandContext extends DeliveryContext {
  readonly config: Pick<Config, 'appSecret'>;
  readonly print: (text: string) => void;
}

/** What the command line asks for. */
export interface LicensesCommand {
  readonly command: 'check' | 'repair' | 'rotate-key';
  readonly json: boolean;
}

/** Carries out a command. @returns the exit code: 1 if a person has to look at the result */
export async function carryOut(context: CommandContext, { command, json }: LicensesCommand): Promise<0 | 1> {
  switch (command) {
    case 'rotate-key':
      return rotate(context, json);
    case 'check':
    case 'repair':
      return compare(context, command === 'repair', json);
  }
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

async function rotate(context: CommandContext, json: boolean): Promise<0> {
  const { retired, current } = await rotateKey(context);
  const before = retired === null ? 'There was no key before it.' : `The key ${retired} is retired.`;
  context.print(json ? JSON.stringify({ retired, current }) : `The key ${current} signs from now on. ${before}`);
  return 0;
}
