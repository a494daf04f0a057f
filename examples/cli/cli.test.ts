import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakePortal } from '../../license-client/test/fake-portal.ts';
import { describeMachine } from './machine.ts';
import { ExampleProcess, type Line } from './process.test-support.ts';
import { runProgram } from './program.ts';

let portal: FakePortal;
let folder: string;
let running: ExampleProcess[];
beforeEach(async () => {
  portal = await FakePortal.start();
  folder = await mkdtemp(join(tmpdir(), 'portico-example-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.end('SIGKILL')));
  await portal.leave();
  await rm(folder, { recursive: true });
});

/** Arguments that make the product use another device's identity. */
function deviceArguments(device: string): string[] {
  const parts = ['board', 'disk', 'network', 'system', 'user'].flatMap((name) => [
    '--fingerprint',
    `${name}=${device}`,
  ]);
  return ['--state', join(folder, device), '--hardware-id', device, ...parts];
}

const environment = () => ({ PORTAL_URL: portal.url, PORTAL_TOKEN: portal.token, EXAMPLE_PRODUCT: 'desktop' });

/** Starts the product on a device in a separate process. */
function start(device: string, ...args: readonly string[]): ExampleProcess {
  const started = new ExampleProcess([...args, ...deviceArguments(device)], environment());
  running.push(started);
  return started;
}

/** Waits for the end of a process. */
async function waitForEnd(product: ExampleProcess) {
  return { code: await product.end(), line: product.lines.at(-1) };
}

/**
 * Runs the product on a device to completion, in this process. Commands that wait for a signal need a separate process.
 */
const finish = (device: string, ...args: readonly string[]) =>
  runHere([...args, ...deviceArguments(device)], environment());

async function runHere(args: readonly string[], variables: NodeJS.ProcessEnv) {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const complaints = vi.spyOn(console, 'error').mockReturnValue();
  try {
    const code = await runProgram(args, variables);
    const line = output.mock.lastCall && (JSON.parse(String(output.mock.lastCall[0])) as Line);
    const errors = complaints.mock.calls.map(([text]) => `${text}\n`).join('');
    return { code, line, refused: errors.startsWith('{') ? JSON.parse(errors) : undefined, errors };
  } finally {
    output.mockRestore();
    complaints.mockRestore();
  }
}

describe('a host-locked license', () => {
  test('is activated, checked and deactivated', async () => {
    const activation = start('DESK-1', 'activate', '--serial-number', portal.licensing.serialNumber);
    expect(await waitForEnd(activation)).toMatchObject({
      code: 0,
      line: { event: 'activated', isLicensed: true, code: 'Valid', license: 'LI-10318' },
    });
    expect(await finish('DESK-1', 'activate')).toMatchObject({ code: 0, line: { event: 'already' } });
    expect(await finish('DESK-1', 'status')).toMatchObject({ code: 0, line: { isLicensed: true, source: 'earlier' } });
    expect(await finish('DESK-1', 'deactivate')).toMatchObject({
      code: 0,
      line: { event: 'deactivated', isLicensed: false },
    });
    expect(await finish('DESK-1', 'status')).toMatchObject({ code: 1, line: { code: 'NotActivated' } });
    expect(await readFile(join(folder, 'DESK-1/license-state.json'), 'utf8')).not.toContain(portal.token);
  });

  test('lists the devices with seats when the license is full, and lets one be evicted or released', async () => {
    portal.licensing.quantity = 1;
    await finish('DESK-1', 'activate', '--name', 'FRONT-DESK');
    const { code, line } = await finish('DESK-2', 'activate');
    expect({ code, line }).toMatchObject({
      code: 1,
      line: { event: 'full', mayEvict: true, devices: [{ id: 1, name: 'FRONT-DESK' }] },
    });
    expect(await finish('DESK-2', 'activate', '--instead-of', '1')).toMatchObject({
      code: 0,
      line: { event: 'activated', deviceId: 2 },
    });
    expect(await finish('DESK-3', 'evict', '2')).toMatchObject({ code: 0, line: { event: 'evicted' } });
    expect(await finish('DESK-3', 'activate')).toMatchObject({ code: 0 });
  });

  test('lets the product report counts, run while the portal is unreachable, and end when its device is released', async () => {
    await finish('DESK-1', 'activate');
    const product = start('DESK-1', 'run', '--every', '0.3');
    expect(await product.until('started')).toMatchObject({ isLicensed: true, source: 'portal' });
    await vi.waitFor(() => expect(portal.licensing.counted.scans).toBeGreaterThan(0), 20_000);
    await portal.leave();
    expect(await product.until('away')).toMatchObject({ isLicensed: true, error: 'PortalAway' });
    await portal.comeBack();
    expect(await product.until('back')).toMatchObject({ isLicensed: true });
    const [device] = portal.licensing.devices;
    if (device) device.isReleased = true;
    expect(await product.until('released')).toMatchObject({ isLicensed: false, code: 'DeviceReleased' });
    expect(await product.end()).toBe(1);
    expect(await waitForEnd(start('DESK-1', 'run'))).toMatchObject({
      code: 1,
      line: { event: 'started', code: 'DeviceReleased' },
    });
  });

  test('receives the remaining counts when a signal ends the product', async () => {
    await finish('DESK-1', 'activate');
    const product = start('DESK-1', 'run', '--every', '3600');
    await product.until('reported');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await product.end('SIGTERM')).toBe(0);
    expect(portal.licensing.counted.scans).toBeGreaterThan(0);
    expect(product.lines.at(-1)).toMatchObject({ event: 'stopped', isLicensed: true });
  });
});

describe('a floating license', () => {
  beforeEach(() => {
    Object.assign(portal.licensing, { model: 'floating', quantity: 1 });
  });

  test('gives a process a seat while it runs, and refuses other processes until then', async () => {
    const product = start('DESK-1', 'checkout');
    expect(await product.until('open')).toMatchObject({ isLicensed: true, borrowedUntil: null });
    expect(await waitForEnd(start('DESK-2', 'checkout'))).toMatchObject({ code: 1, line: { event: 'full' } });
    expect(await product.end('SIGTERM')).toBe(0);
    expect(product.lines.at(-1)).toMatchObject({ event: 'returned' });
    expect(portal.licensing.sessions).toMatchObject([{ hasEnded: true }]);
  });

  test('returns the same session to a process restarted after a kill, until the lease ends', async () => {
    const killed = start('DESK-1', 'checkout');
    const { session } = await killed.until('open');
    await killed.end('SIGKILL');
    const again = start('DESK-1', 'checkout');
    expect(await again.until('open')).toMatchObject({ session });
    await again.end('SIGKILL');
    expect(await waitForEnd(start('DESK-2', 'checkout'))).toMatchObject({ code: 1, line: { event: 'full' } });
    for (const open of portal.licensing.sessions) open.expiresAt = portal.now();
    expect(await waitForEnd(start('DESK-2', 'checkout', '--borrow-days', '2'))).toMatchObject({ code: 0 });
    expect(await finish('DESK-2', 'status')).toMatchObject({ code: 0, line: { isLicensed: true } });
    expect(await finish('DESK-2', 'deactivate')).toMatchObject({ code: 0, line: { event: 'returned' } });
  });
});

describe('an offline device', () => {
  test('is activated and deactivated with files', async () => {
    const keys = join(folder, 'keys.json');
    await writeFile(keys, JSON.stringify({ keys: [{ keyId: portal.key.keyId, publicKey: portal.key.publicKey }] }));
    await portal.leave();
    const request = join(folder, 'Request.json');
    const asked = await finish('LAB-1', 'request-file', request, '--keys', keys);
    expect(asked).toMatchObject({
      code: 0,
      line: { event: 'request', shortCode: expect.stringMatching(/^PR2\.LAB-1\.\w{4}$/) },
    });
    const { hardwareId, nonce, product } = JSON.parse(await readFile(request, 'utf8'));
    expect(product).toBe('desktop');
    const file = join(folder, 'License.json');
    await writeFile(file, portal.activationFile({ hardwareId, nonce, key: 'k'.repeat(43) }));
    expect(await finish('LAB-1', 'accept-file', file, '--keys', keys)).toMatchObject({
      code: 0,
      line: { event: 'accepted', source: 'file' },
    });
    expect(await finish('LAB-1', 'status', '--keys', keys)).toMatchObject({ code: 0, line: { isLicensed: true } });
    const givenUp = await finish('LAB-1', 'deactivate', request, '--keys', keys);
    const proofCode = expect.stringMatching(/^PD1\.(?:\w{5}-){3}\w{5}$/);
    expect(givenUp).toMatchObject({ code: 0, line: { event: 'request', proofCode } });
    const again = await finish('LAB-1', 'deactivate', request, '--keys', keys);
    expect(again.line?.proofCode).toBe(givenUp.line?.proofCode);
    expect(JSON.parse(await readFile(request, 'utf8'))).toMatchObject({
      kind: 'deactivation',
      proof: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await finish('LAB-1', 'accept-file', file, '--keys', keys)).toMatchObject({
      code: 1,
      refused: { code: 'FileRefused', reason: 'givenUp' },
    });
  });

  test('needs the portal’s keys, and explains in one line that they are missing', async () => {
    const keys = join(folder, 'keys.json');
    await writeFile(keys, JSON.stringify({ keys: [{ keyId: portal.key.keyId, publicKey: portal.key.publicKey }] }));
    await portal.leave();
    const request = join(folder, 'Request.json');
    await finish('LAB-1', 'request-file', request, '--keys', keys);
    const { hardwareId, nonce } = JSON.parse(await readFile(request, 'utf8'));
    const file = join(folder, 'License.json');
    await writeFile(file, portal.activationFile({ hardwareId, nonce, key: 'k'.repeat(43) }));
    const needsKeys = { code: 2, errors: expect.stringMatching(/^[\w-]+ needs --keys FILE: .+\n$/) };
    expect(await finish('LAB-1', 'accept-file', file)).toMatchObject(needsKeys);
    expect(await finish('LAB-1', 'accept-file', file, '--keys', keys)).toMatchObject({ code: 0 });
    expect(await finish('LAB-1', 'deactivate', request)).toMatchObject(needsKeys);
    expect(await finish('LAB-1', 'status', '--keys', keys)).toMatchObject({ code: 0 });
    expect(await finish('LAB-1', 'accept-file', join(folder, 'nowhere.json'), '--keys', keys)).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/cannot be read\.\n$/),
    });
  });
});

describe('the command line', () => {
  test.each([
    '',
    'dance',
    'activate --token ptp_x',
    'evict first',
    'evict',
    'accept-file',
    'activate --portal http://portal.example',
    'activate --keys /nowhere',
    'run --every often',
  ])('explains the error in "%s"', async (line) => {
    const { code, errors } = await finish('DESK-1', ...line.split(' ').filter(Boolean));
    expect(code).toBe(2);
    expect(errors).not.toBe('');
    expect(errors).not.toContain('    at ');
  });

  test('requires a token, which may be in a file', async () => {
    const identity = ['--state', join(folder, 'state'), '--hardware-id', 'DESK-1'];
    const without = new ExampleProcess(['activate', ...identity], { PORTAL_URL: portal.url });
    expect(await without.end()).toBe(2);
    expect(without.errors).toContain('PORTAL_TOKEN_FILE');
    const file = join(folder, 'token');
    await writeFile(file, `${portal.token}\n`);
    const variables = { PORTAL_URL: portal.url, PORTAL_TOKEN_FILE: file, EXAMPLE_PRODUCT: 'desktop' };
    expect(await runHere(['activate', ...identity], variables)).toMatchObject({ code: 0, errors: '' });
  });

  test('prints a refusal with its code', async () => {
    expect(await finish('DESK-1', 'activate', '--serial-number', 'unknown')).toMatchObject({
      code: 1,
      refused: { code: 'LicenseUnknown' },
    });
  });
});

test('a machine has a hardware ID and five fingerprints that reveal nothing else', () => {
  const { hardwareId, fingerprints } = describeMachine();
  expect(hardwareId).toMatch(/^[0-9A-F]{20}$/);
  expect(fingerprints.map(({ name }) => name)).toEqual(['system', 'network', 'processor', 'memory', 'host']);
  for (const { value } of fingerprints) expect(value).toMatch(/^[0-9a-f]{32}$/);
  expect(describeMachine()).toEqual({ hardwareId, fingerprints });
});
