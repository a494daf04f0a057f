import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LicensePayload, signLicense } from './license-file.ts';
import { makeKey, openPrivateKey } from './license-keys.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../docs/licensing.md'), 'utf8');
const [, program = ''] = /```python\n(.*?)```/s.exec(document) ?? [];
const hasPython = spawnSync('python3', ['--version']).status === 0;

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
