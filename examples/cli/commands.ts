import { readFile, writeFile } from 'node:fs/promises';
import { type DeactivationRequest, LicensingError } from '@portico/license-client';
import { run } from './run.ts';
import { describe, describeNoPlace, say } from './say.ts';
import { parseNumber, type Settings, UsageError, usage } from './settings.ts';

/** The exit code: 0 if the product may be used or did what was asked, 1 otherwise. */
type ExitCode = 0 | 1;

const commands: Readonly<Record<string, (settings: Settings) => Promise<ExitCode>>> = {
  activate,
  run,
  checkout,
  status,
  deactivate,
  evict,
  'request-file': requestFile,
  'accept-file': acceptFile,
};

/** @throws UsageError for an unknown command @throws LicensingError */
export function perform(settings: Settings): Promise<ExitCode> {
  const command = Object.hasOwn(commands, settings.command) ? commands[settings.command] : undefined;
  if (!command) throw new UsageError(usage);
  return command(settings);
}

async function activate({ client, serialNumber, insteadOf }: Settings): Promise<ExitCode> {
  let activation = await client.activate({ ...(serialNumber !== undefined && { serialNumber }) });
  if (activation.outcome === 'full' && insteadOf !== undefined)
    activation = await activation.useItHereInstead(insteadOf);
  if (activation.outcome === 'full') {
    say('full', describeNoPlace(activation));
    return 1;
  }
  say(activation.outcome, describe(activation.standing));
  return 0;
}

/** Holds a seat until the process ends; a borrowed seat is kept afterwards. */
async function checkout({ client, serialNumber, insteadOf, borrowDays }: Settings): Promise<ExitCode> {
  const ended = new Promise<'signal'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('signal'));
  });
  const { promise: lost, resolve: onLost } = Promise.withResolvers<object>();
  const options = {
    onLost: (standing: Parameters<typeof describe>[0]) => onLost(describe(standing)),
    ...(serialNumber !== undefined && { serialNumber }),
    ...(borrowDays !== undefined && { borrowDays }),
  };
  let checkedOut = await client.checkOut(options);
  if (checkedOut.outcome === 'full' && insteadOf !== undefined)
    checkedOut = await checkedOut.useItHereInstead(insteadOf);
  if (checkedOut.outcome === 'full') {
    say('full', describeNoPlace(checkedOut));
    return 1;
  }
  const { session, standing } = checkedOut;
  say('open', {
    ...describe(standing),
    session: session.id,
    borrowedUntil: session.borrowedUntil?.toISOString() ?? null,
  });
  if (session.borrowedUntil) return 0;
  // Keeps the process alive, because the renewals' timers do not.
  const working = setInterval(() => undefined, 60_000);
  const end = await Promise.race([ended, lost]);
  clearInterval(working);
  if (end !== 'signal') {
    say('lost', end);
    return 1;
  }
  say('returned', describe(await session.giveBack()));
  return 0;
}

async function status({ client }: Settings): Promise<ExitCode> {
  const standing = await client.status();
  say('status', describe(standing));
  return standing.isLicensed ? 0 : 1;
}

/** Gives back a session, an activation file or an activation. For a file, repeating it prints the same proof. */
async function deactivate({ client, argument = 'Portico-Request.json' }: Settings): Promise<ExitCode> {
  const session = await client.openSession();
  if (session) {
    say('returned', describe(await session.giveBack()));
    return 0;
  }
  const { isLicensed, source } = await client.status();
  const givenUp = source === 'file' || !isLicensed ? await giveFileUp(client) : undefined;
  if (givenUp) {
    await writeFile(argument, givenUp.text);
    say('request', { file: argument, proofCode: givenUp.proofCode });
    return 0;
  }
  say('deactivated', describe(await client.deactivate()));
  return 0;
}

/**
 * The proof that the activation file was deleted; undefined without a file. @throws UsageError for a file that cannot
 * be verified without keys
 */
async function giveFileUp(client: Settings['client']): Promise<DeactivationRequest | undefined> {
  try {
    return await withKeys('deactivate', () => client.createDeactivation());
  } catch (error) {
    if (error instanceof LicensingError) return undefined;
    throw error;
  }
}

/** Runs an action on an activation file. @throws UsageError if there are no keys to verify it */
async function withKeys<Done>(command: string, act: () => Promise<Done>): Promise<Done> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${command} needs --keys FILE: this device works by a file, which is believed by the portal's keys.`,
    );
  }
}

async function evict({ client, argument }: Settings): Promise<ExitCode> {
  const deviceId = parseNumber('evict', argument);
  if (deviceId === undefined) throw new UsageError(usage);
  await client.evict(deviceId);
  say('evicted', { deviceId });
  return 0;
}

async function requestFile({ client, argument = 'Portico-Request.json' }: Settings): Promise<ExitCode> {
  const { text, shortCode } = await client.createRequest();
  await writeFile(argument, text);
  say('request', { file: argument, shortCode });
  return 0;
}

async function acceptFile({ client, argument }: Settings): Promise<ExitCode> {
  if (argument === undefined) throw new UsageError(usage);
  const text = await readFile(argument, 'utf8').catch(() => {
    throw new UsageError(`The file ${argument} cannot be read.`);
  });
  const standing = await withKeys('accept-file', () => client.acceptActivation(text));
  say('accepted', describe(standing));
  return standing.isLicensed ? 0 : 1;
}
