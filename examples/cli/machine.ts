import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';
import type { Fingerprint } from '@portico/license-client';

/** Identifies this machine. By its five fingerprints the portal recognizes it even after two of them changed. */
export interface Machine {
  readonly hardwareId: string;
  readonly fingerprints: readonly Fingerprint[];
}

/** Everything is hashed, so the portal can only compare the values. */
export function describeMachine(): Machine {
  const system = realId(systemId()) ?? hostname();
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

/** The same id; undefined for zeros or Fs, which many machines report. */
const realId = (id: string | undefined) => (id && /[^0f-]/i.test(id) ? id : undefined);

/** The id that the operating system generated at its installation; undefined if it has none. */
function systemId(): string | undefined {
  try {
    if (process.platform === 'darwin') {
      const listed = readOutput('ioreg', '-rd1', '-c', 'IOPlatformExpertDevice');
      return /"IOPlatformUUID" = "([^"]+)"/.exec(listed)?.[1];
    }
    if (process.platform === 'win32') {
      const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
      const listed = readOutput('reg', 'query', key, '/v', 'MachineGuid');
      return /REG_SZ\s+(\S+)/.exec(listed)?.[1];
    }
    return readFileSync('/etc/machine-id', 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The output of a program. Loaded on demand, so that a start on Linux is fast. */
function readOutput(program: string, ...args: string[]): string {
  return process.getBuiltinModule('node:child_process').execFileSync(program, args, { encoding: 'utf8' });
}

/** The MAC address of the first external network card, ordered by name. */
function networkAddress(): string {
  const cards = Object.entries(networkInterfaces()).sort(([one], [other]) => one.localeCompare(other));
  const addresses = cards.flatMap(([, card]) => card ?? []).filter(({ internal }) => !internal);
  return addresses[0]?.mac ?? '';
}
