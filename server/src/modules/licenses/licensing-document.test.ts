import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FakePortal, type Misbehavior } from '../../../../license-client/test/fake-portal.ts';
import { type LicensePayload, signLicense } from './license-file.ts';
import { makeKey, openPrivateKey } from './license-keys.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../docs/licensing.md'), 'utf8');
/** The first program of a section. */
const programOf = (heading: string, language: string) =>
  new RegExp(`^#+ ${heading}$.*?^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(document)?.[1] ?? '';
const program = programOf('Python', 'python');
const askingProgram = programOf('Activating and validating in Python', 'python');
const shellProgram = programOf('curl and openssl', 'sh');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasOpenssl = spawnSync('openssl', ['version']).status === 0 && spawnSync('curl', ['--version']).status === 0;

const appSecret = 'a secret of the tests, long enough';
const key = makeKey('2026-11', appSecret);
const other = makeKey('2026-10', appSecret);
const day = 86_400_000;

/** The example of the contents, which ended or ends in some days. */
function contents(columns: Partial<LicensePayload> = {}): LicensePayload {
  const [, example = ''] = /## The contents\n\n```json\n(.*?)```/s.exec(document) ?? [];
  const expiresAt = new Date(Date.now() + day).toISOString();
  return { ...JSON.parse(example), issuedAt: new Date().toISOString(), expiresAt, account: 'Écran', ...columns };
}

const sign = (payload: LicensePayload, { id, ...row } = key) =>
  signLicense(payload, { id, secret: openPrivateKey({ id, ...row }, appSecret) });

describe.skipIf(!hasPython)('the Python program of docs/licensing.md', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-licensing-'));
    writeFileSync(join(folder, 'verify_license.py'), program);
    const keys = [{ keyId: key.id, publicKey: key.publicKey.toString('base64url') }];
    writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function verify(file: string, ...hardwareId: string[]) {
    writeFileSync(join(folder, 'License.json'), file);
    const { status, stdout, stderr } = spawnSync(
      'python3',
      ['verify_license.py', 'License.json', 'keys.json', ...hardwareId],
      { cwd: folder, encoding: 'utf8' },
    );
    return status === 0 ? JSON.parse(stdout) : stderr.trim();
  }

  test('returns the license that was signed', () => {
    expect(verify(sign(contents()), '7C1E9A40B2')).toEqual(
      contents({ issuedAt: expect.any(String), expiresAt: expect.any(String) }),
    );
    expect(verify(sign(contents({ model: 'floating', hardwareIds: null, expiresAt: null })), 'any')).toMatchObject({
      hardwareIds: null,
    });
  });

  test('refuses a file that was changed', () => {
    const file = JSON.parse(sign(contents()));
    const payload = Buffer.from(JSON.stringify(contents({ quantity: -1 }))).toString('base64url');
    expect(verify(JSON.stringify({ ...file, payload }))).toBe('signature');
    const signature = `${file.signature.startsWith('A') ? 'B' : 'A'}${file.signature.slice(1)}`;
    expect(verify(JSON.stringify({ ...file, signature }))).toBe('signature');
  });

  test('refuses a file of another key', () => {
    expect(verify(sign(contents(), other))).toBe('unknownKey');
    expect(verify(sign(contents(), other).replace('2026-10', '2026-11'))).toBe('signature');
  });

  test.each([
    ['otherDevice', {}, ['other']],
    ['expired', { expiresAt: new Date(Date.now() - 400_000).toISOString() }, []],
    ['notYetIssued', { issuedAt: new Date(Date.now() + 400_000).toISOString() }, []],
  ] as const)('refuses a file for the reason %s', (reason, columns, hardwareId) => {
    expect(verify(sign(contents(columns)), ...hardwareId)).toBe(reason);
  });

  test.each(['', '[]', '{"format":"portico-license"}', sign(contents()).replace('Ed25519', 'none')])(
    'refuses what is no license file: %#',
    (file) => {
      expect(verify(file)).toBe('malformed');
    },
  );
});

describe('the programs of docs/licensing.md that speak to a portal', () => {
  let folder: string;
  let portal: FakePortal;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-licensing-'));
    writeFileSync(join(folder, 'verify_license.py'), program);
    writeFileSync(join(folder, 'ask_portal.py'), askingProgram);
    writeFileSync(join(folder, 'validate.sh'), shellProgram);
  });
  beforeEach(async () => {
    portal = await FakePortal.start();
    const keys = [{ keyId: portal.key.keyId, publicKey: portal.key.publicKey }];
    writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }));
    return () => portal.leave();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The portal answers in this process, so that nothing may wait for the program's end. */
  async function run(command: string, ...args: string[]) {
    const environment = { PORTAL: portal.url, PORTAL_TOKEN: portal.token, KEY: portal.key.publicKey };
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...environment } });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (errors += part));
    const [code] = await once(child, 'close');
    return code === 0 ? JSON.parse(output) : errors.trim();
  }

  const python = (call: string, ...more: string[]) =>
    run('python3', 'ask_portal.py', portal.url, 'keys.json', call, '7C1E9A40B2', ...more);
  const shell = () => run('sh', 'validate.sh', '7C1E9A40B2');
  const wrongAnswers: readonly Misbehavior[] = [
    'yesWithoutKey',
    'unsigned',
    'otherCall',
    'otherStatus',
    'tampered',
    'truncated',
    'redirect',
  ];

  test.skipIf(!hasPython)('activates and validates in Python', async () => {
    const { serialNumber } = portal.licensing;
    expect(await python('activations', serialNumber)).toMatchObject({ status: 'activated', license: { serialNumber } });
    expect(await python('validations')).toMatchObject({ valid: true, code: 'Valid' });
    Object.assign(portal.licensing.devices[0] ?? {}, { isReleased: true });
    expect(await python('validations')).toMatchObject({ valid: false, code: 'DeviceReleased' });
    expect(await python('validations', 'unknown')).toBe('LicenseUnknown');
  });

  test.skipIf(!hasPython)('believes no other answer in Python', async () => {
    await python('activations');
    for (const wrong of [...wrongAnswers, 'otherTime', 'huge', 'requestLost'] as const) {
      portal.misbehave(wrong);
      expect(await python('validations'), wrong).toMatch(/^PortalAway: /);
    }
    await python('validations');
    portal.misbehave('replay');
    expect(await python('validations')).toBe('PortalAway: it answers something else');
    portal.clockAhead = 400_000;
    expect(await python('validations')).toBe('ClockDiffers');
  });

  test.skipIf(!hasOpenssl)('verifies an answer by curl and openssl', async () => {
    expect(await shell()).toMatchObject({ valid: false, code: 'DeviceUnknown', call: 'validations' });
    for (const wrong of wrongAnswers) {
      portal.misbehave(wrong);
      expect(await shell(), wrong).toMatch(/not the portal|another answer/);
    }
    portal.misbehave('replay');
    expect(await shell()).toBe('another answer');
    await portal.leave();
    expect(await shell()).toContain('curl');
  });
});
