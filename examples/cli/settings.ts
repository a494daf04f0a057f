import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Fingerprint, fileStore, LicenseClient, type PublicKeys } from '@portico/license-client/node';
import { describeMachine } from './machine.ts';

export const usage = `node examples/cli/main.ts COMMAND

  activate [--serial-number S] [--instead-of DEVICE]   put this device on the license
  run [--every SECONDS]                                work and send reports until it is stopped
  checkout [--borrow-days DAYS]                        take a seat of a floating license
  status                                               show the portal's last answer
  deactivate                                           give back the license, the session or the file
  evict DEVICE                                         free the seat of another device
  request-file [FILE]                                  request an activation file, offline
  accept-file FILE                                     accept the activation file

  --portal URL          the portal; PORTAL_URL by default
  --state FOLDER        where the state is stored; EXAMPLE_STATE or ~/.portico-example by default
  --keys FILE           the portal's list of keys, as if built into the product
  --product ID          the catalog's id of the product; EXAMPLE_PRODUCT by default
  --product-version V   its version
  --name TEXT           a name of this device; its host name by default
  --locale en|fr        the language of messages
  --hardware-id ID      replaces this machine's hardware ID
  --fingerprint N=V     replaces this machine's fingerprints; may be repeated. Fingerprints identify a machine: with only
                        another --hardware-id it is the same device, with other --fingerprint values a different one

The token is read from PORTAL_TOKEN, or from the file PORTAL_TOKEN_FILE. There is no option for it, because everybody on a machine can read command lines.`;

/** The parsed command line. */
export interface Settings {
  readonly command: string;
  /** The argument after the command, such as a file. */
  readonly argument: string | undefined;
  readonly serialNumber: string | undefined;
  readonly insteadOf: number | undefined;
  readonly borrowDays: number | undefined;
  /** Seconds between two reports. */
  readonly every: number | undefined;
  readonly client: LicenseClient;
}

/** The command line or the environment is wrong. */
export class UsageError extends Error {}

/** @throws UsageError */
export function readSettings(args: readonly string[], environment: NodeJS.ProcessEnv): Settings {
  const { values, positionals } = parse(args);
  const [command, argument, ...rest] = positionals;
  if (command === undefined || rest.length > 0) throw new UsageError(usage);
  return {
    command,
    argument,
    serialNumber: values['serial-number'],
    insteadOf: parseNumber('--instead-of', values['instead-of']),
    borrowDays: parseNumber('--borrow-days', values['borrow-days']),
    every: parseNumber('--every', values.every),
    client: createClient(values, environment),
  };
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'serial-number': text,
        'instead-of': text,
        'borrow-days': text,
        every: text,
        portal: text,
        state: text,
        keys: text,
        product: text,
        'product-version': text,
        name: text,
        locale: text,
        'hardware-id': text,
        fingerprint: { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

function createClient(values: Values, environment: NodeJS.ProcessEnv): LicenseClient {
  const machine = describeMachine();
  const folder = values.state ?? environment.EXAMPLE_STATE ?? join(homedir(), '.portico-example');
  try {
    return new LicenseClient({
      portal: values.portal ?? environment.PORTAL_URL ?? 'http://localhost:3000',
      token: () => readToken(environment),
      hardwareId: values['hardware-id'] ?? machine.hardwareId,
      fingerprints: values.fingerprint?.map(parseFingerprint) ?? machine.fingerprints,
      name: values.name ?? hostname(),
      product: values.product ?? environment.EXAMPLE_PRODUCT ?? 'veriscan-desktop',
      store: fileStore(join(folder, 'license-state.json')),
      ...(values['product-version'] !== undefined && { version: values['product-version'] }),
      ...(values.locale !== undefined && { locale: values.locale === 'fr' ? 'fr' : 'en' }),
      ...(values.keys !== undefined && { publicKeys: readKeys(values.keys) }),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** @throws UsageError without a token */
function readToken({ PORTAL_TOKEN, PORTAL_TOKEN_FILE }: NodeJS.ProcessEnv): string {
  if (PORTAL_TOKEN) return PORTAL_TOKEN;
  if (!PORTAL_TOKEN_FILE) throw new UsageError('Set PORTAL_TOKEN or PORTAL_TOKEN_FILE.');
  try {
    return readFileSync(PORTAL_TOKEN_FILE, 'utf8').trim();
  } catch {
    throw new UsageError(`The file ${PORTAL_TOKEN_FILE} in PORTAL_TOKEN_FILE cannot be read.`);
  }
}

function readKeys(file: string): PublicKeys {
  try {
    const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { keys: { keyId: string; publicKey: string }[] };
    return Object.fromEntries(keys.map(({ keyId, publicKey }) => [keyId, publicKey]));
  } catch {
    throw new UsageError(`The file ${file} contains no list of keys.`);
  }
}

function parseFingerprint(text: string): Fingerprint {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (!name) throw new UsageError(`--fingerprint ${text} is not name=value.`);
  return { name, value };
}

export function parseNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0)) throw new UsageError(`${name} takes a number, not ${text}.`);
  return number;
}
