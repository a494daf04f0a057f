import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';
import type { Fingerprint } from '@portico/license-client';

/** What names this machine, and five parts of it by which the portal knows it again when up to two of them changed. */
export interface Machine {
  readonly hardwareId: string;
  readonly fingerprints: readonly Fingerprint[];
}

/** Everything is hashed: the portal learns whether parts are equal, and nothing else of the machine. */
export function describeMachine(): Machine {
  const system = systemId() ?? hostname();
  const fingerprints = [
    ['system', system],
    ['network', networkAddress()],
    ['processor', `${cpus()[0]?.model} ${cpus().length}`],
    ['memory', String(totalmem())],
    ['host', hostname()],
  ].map(([name = '', value = '']) => ({ name, value: hash(`${name} ${value}`).slice(0, 32) }));
  return { hardwareId: hash(`hardware ${system}`).slice(0, 20).toUpperCase(), fingerprints };
}

const hash = (text: string) => createHash('sha256').update(`veriscan ${text}`).digest('hex');

/** What the operating system made up when it was installed; undefined where it has none. */
function systemId(): string | undefined {
  try {
    if (process.platform === 'darwin') {
      const listed = outputOf('ioreg', '-rd1', '-c', 'IOPlatformExpertDevice');
      return /"IOPlatformUUID" = "([^"]+)"/.exec(listed)?.[1];
    }
    if (process.platform === 'win32') {
      const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
      const listed = outputOf('reg', 'query', key, '/v', 'MachineGuid');
      return /REG_SZ\s+(\S+)/.exec(listed)?.[1];
    }
    return readFileSync('/etc/machine-id', 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** What a program writes. It is loaded where it is needed alone, as a start on Linux is to be quick. */
function outputOf(program: string, ...args: string[]): string {
  return process.getBuiltinModule('node:child_process').execFileSync(program, args, { encoding: 'utf8' });
}

/** The address of the first network card that has one, in the order of their names. */
function networkAddress(): string {
  const cards = Object.entries(networkInterfaces()).sort(([one], [other]) => one.localeCompare(other));
  const addresses = cards.flatMap(([, card]) => card ?? []).filter(({ internal }) => !internal);
  return addresses[0]?.mac ?? '';
}
