import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { millisecondsInDay } from 'date-fns/constants';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakePortal, type Misbehavior } from '../../../../license-client/test/fake-portal.ts';
import { temporaryFolder } from '../../../test/clean-up.ts';
import { readDocument, readProgram } from '../../../test/document-programs.ts';
import { hasPython, PythonProduct, type Step } from '../../../test/python-product.ts';
import { type LicensePayload, signLicense } from './license-file.ts';
import { createKey, openPrivateKey } from './license-keys.ts';

const document = readDocument('licensing.md');
const hasOpenssl = spawnSync('openssl', ['version']).status === 0 && spawnSync('curl', ['--version']).status === 0;

const appSecret = 'a secret of the tests, long enough';
const key = createKey('2026-11', appSecret);
const other = createKey('2026-10', appSecret);
const hardwareId = '7C1E9A40B2';

/** The example's payload, whose license ends in a day unless `columns` says otherwise. */
function contents(columns: Partial<LicensePayload> = {}): LicensePayload {
  const example = readProgram(document, 'The contents', 'json');
  const expiresAt = new Date(Date.now() + millisecondsInDay).toISOString();
  return { ...JSON.parse(example), issuedAt: new Date().toISOString(), expiresAt, account: 'Écran', ...columns };
}

const sign = (payload: LicensePayload, { id, ...row } = key) =>
  signLicense(payload, { id, secret: openPrivateKey({ id, ...row }, appSecret) });

describe.skipIf(!hasPython)('the license file of docs/licensing-python.md', () => {
  /** @returns the license, or why it is refused */
  async function verify(file: string, device = hardwareId) {
    const product = new PythonProduct(device, 'veriscan-desktop');
    writeFileSync(join(product.folder, 'License.json'), file);
    const publicKeys = { [key.id]: key.publicKey.toString('base64url') };
    const step = { code: 'print(json.dumps(license))' };
    const { lines, error } = await product.run({ url: '', token: '', publicKeys }, 'A license file', step);
    if (error) return error.replace('This license is not accepted: ', '');
    const license = JSON.parse(lines.at(-1) ?? '');
    expect(JSON.parse(lines[0] ?? '')).toEqual(license.products);
    return license;
  }

  test('returns the signed license', async () => {
    expect(await verify(`\ufeff${sign(contents())}`)).toEqual(
      contents({ issuedAt: expect.any(String), expiresAt: expect.any(String) }),
    );
    expect(await verify(sign(contents({ model: 'floating', hardwareIds: null, expiresAt: null })))).toMatchObject({
      hardwareIds: null,
    });
  });

  test('refuses a changed file', async () => {
    const file = JSON.parse(sign(contents()));
    const payload = Buffer.from(JSON.stringify(contents({ quantity: -1 }))).toString('base64url');
    expect(await verify(JSON.stringify({ ...file, payload }))).toBe('signature');
    const signature = `${file.signature.startsWith('A') ? 'B' : 'A'}${file.signature.slice(1)}`;
    expect(await verify(JSON.stringify({ ...file, signature }))).toBe('signature');
  });

  test('refuses a file of another key', async () => {
    expect(await verify(sign(contents(), other))).toBe('unknownKey');
    expect(await verify(sign(contents(), other).replace('2026-10', '2026-11'))).toBe('signature');
  });

  test.each([
    ['otherDevice', {}, 'other'],
    ['otherProduct', { products: contents().products.map((each) => ({ ...each, product: 'sdk' })) }, hardwareId],
    ['expired', { expiresAt: new Date(Date.now() - 400_000).toISOString() }, hardwareId],
    ['notYetIssued', { issuedAt: new Date(Date.now() + 400_000).toISOString() }, hardwareId],
  ] as const)('refuses a file for the reason %s', async (reason, columns, device) => {
    expect(await verify(sign(contents(columns)), device)).toBe(reason);
  });

  test.each(['', '[]', '{"format":"portico-license"}', sign(contents()).replace('Ed25519', 'none')])(
    'refuses an invalid license file: %#',
    async (file) => {
      expect(await verify(file)).toBe('malformed');
    },
  );
});

const wrongAnswers: readonly Misbehavior[] = [
  'yesWithoutKey',
  'unsigned',
  'otherCall',
  'otherStatus',
  'tampered',
  'truncated',
  'redirect',
];
let portal: FakePortal;
beforeEach(async () => {
  portal = await FakePortal.start();
  return () => portal.leave();
});

describe.skipIf(!hasPython)('the module of examples/python', () => {
  let product: PythonProduct;
  beforeEach(() => {
    product = new PythonProduct(hardwareId);
  });
  const atOnce: Step = { code: 'portal.retries = 0' };
  const soon: Step = { code: 'portal.pause = 0.001' };
  const python = (...steps: Step[]) => product.run(portal, ...steps);
  const nonces = (call: string) => portal.calls.filter((made) => made.call === call).map(({ body }) => body.nonce);

  test('rejects wrong, changed and replayed answers', async () => {
    await python('Activating', 'Validating');
    const wrong = [...wrongAnswers, 'otherTime', 'huge', 'requestLost', 'replay'] as const;
    portal.misbehave(...wrong);
    const request = 'try:\n        portal.call("validations", {"hardwareId": hardware_id})';
    const report = 'except PortalAway as away:\n        print("away:", away)';
    const requestOften = { code: `for _ in range(${wrong.length}):\n    ${request}\n    ${report}` };
    const { lines, error } = await python(atOnce, requestOften, 'Validating');
    expect(error).toBe('');
    expect(lines).toHaveLength(wrong.length + 1);
    for (const [index, each] of wrong.entries()) expect(lines[index], each).toMatch(/^away: /);
    expect(lines.at(-2)).toBe('away: it answers something else');
    expect(lines.at(-1)).toBe('Valid True');
  });

  test('retries with the portal’s time, and reports the clock’s error', async () => {
    await python('Activating');
    portal.clockAhead = 400_000;
    const ahead = { code: 'print(round(portal.ahead.total_seconds() / 10))' };
    expect(await python('Validating', ahead)).toEqual({ lines: ['Valid True', '40'], error: '' });
    const last = portal.calls.slice(-2).map(({ call, body }) => [call, body.nonce]);
    expect(last[0]).toEqual(last[1]);
  });

  test.each(['tooMany', 'unavailable', 'failed', 'requestLost', 'answerLost', 'unsigned'] as const)(
    'retries with the same nonce after %s',
    async (wrong) => {
      await python('Activating');
      portal.misbehave(wrong, wrong);
      expect(await python(soon, 'Validating')).toEqual({ lines: ['Valid True'], error: '' });
      expect(nonces('validations')).toHaveLength(3);
      expect(new Set(nonces('validations')).size).toBe(1);
    },
  );

  test.each([
    ['tooMany', 'TooManyRequests'],
    ['unavailable', 'nobody signed the answer'],
  ] as const)('waits for Retry-After after %s, but not for long', async (wrong, words) => {
    portal.retryAfter = 1;
    portal.misbehave(wrong);
    const begin = { code: 'import time\nbegin = time.monotonic()' };
    const waited = { code: 'print(time.monotonic() - begin >= 1)' };
    expect((await python(soon, begin, 'Activating', waited)).lines.at(-1)).toBe('True');
    portal.retryAfter = 31;
    portal.misbehave(wrong);
    const ask = 'try:\n    portal.call("features")\nexcept PortalAway as away:\n    print(away, away.retry_after)';
    expect((await python({ code: ask })).lines).toEqual([`${words} 31`]);
    expect(nonces('features')).toHaveLength(1);
  });

  test('stops after three retries', async () => {
    portal.misbehave('failed', 'failed', 'failed', 'failed');
    expect((await python(soon, 'Features')).error).toBe('PortalAway: InternalError');
    expect(nonces('features')).toHaveLength(4);
  });

  test('reports its counters once, also after a restart', async () => {
    await python('Activating');
    portal.misbehave('answerLost');
    expect((await python(atOnce, 'Heartbeats and counters')).error).toMatch(/^PortalAway: /);
    expect((await python('Heartbeats and counters')).lines).toEqual(['Valid']);
    expect(portal.licensing).toMatchObject({ checks: 14, counted: { pages: 310 } });
    await python('Heartbeats and counters');
    expect(portal.licensing.counted).toEqual({ pages: 620 });
  });

  describe('a product while the portal is unreachable', () => {
    const goesOn = async (...steps: Step[]) => (await python(atOnce, ...steps, 'While the portal is away')).lines;
    beforeEach(async () => {
      await python('Activating');
      expect(await goesOn()).toEqual(['True']);
    });

    test('continues for the allowed time', async () => {
      await portal.leave();
      expect(await goesOn()).toEqual(['True']);
      const hours = (ahead: number) => ({ code: `portal.ahead = timedelta(hours=${ahead})` });
      expect(await goesOn(hours(71))).toEqual(['True']);
      expect(await goesOn(hours(73))).toEqual(['False']);
      expect(await goesOn(hours(-1))).toEqual(['False']);
    });

    test('does not continue with a changed answer, nor on another device', async () => {
      await portal.leave();
      const changed = 'Path("last-yes.json").write_text(Path("last-yes.json").read_text().replace("72", "99"))';
      expect(await goesOn({ code: 'hardware_id = "other"' })).toEqual(['False']);
      expect(await goesOn({ code: changed })).toEqual(['False']);
      expect(await goesOn({ code: 'Path("last-yes.json").unlink()' })).toEqual(['False']);
    });

    test('does not continue after a refusal, nor past the license’s end', async () => {
      portal.licensing.expiresAt = new Date(Date.now() + millisecondsInDay);
      expect(await goesOn()).toEqual(['True']);
      const later = { code: 'portal.ahead = timedelta(hours=25)' };
      await portal.leave();
      expect(await goesOn(later)).toEqual(['False']);
      await portal.comeBack();
      Object.assign(portal.licensing.devices[0] ?? {}, { isReleased: true });
      expect(await goesOn()).toEqual(['False']);
      await portal.leave();
      expect(await goesOn()).toEqual(['False']);
    });
  });
});

describe.skipIf(!hasOpenssl)('the shell program of docs/licensing.md', () => {
  const folder = temporaryFolder('licensing');
  writeFileSync(join(folder, 'validate.sh'), readProgram(document, 'curl and openssl', 'sh'));

  /** The portal answers in this process, so the program must run asynchronously. */
  async function shell() {
    const environment = {
      ...{ PORTAL: portal.url, PORTAL_TOKEN: portal.token, KEY: portal.key.publicKey },
      PRODUCT: 'desktop',
    };
    const child = spawn('sh', ['validate.sh', hardwareId], { cwd: folder, env: { ...process.env, ...environment } });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (errors += part));
    const [code] = await once(child, 'close');
    return code === 0 ? JSON.parse(output) : errors.trim();
  }

  test('verifies an answer', async () => {
    expect(await shell()).toMatchObject({ valid: false, code: 'DeviceUnknown', call: 'validations' });
    for (const wrong of wrongAnswers) {
      portal.misbehave(wrong);
      expect(await shell(), wrong).toMatch(/not the portal|another answer/);
    }
    portal.misbehave('replay');
    expect(await shell()).toBe('another answer');
    portal.licensing.answer('activations', { hardwareId });
    expect(await shell()).toMatchObject({ valid: true });
    portal.licensing.product = 'sdk';
    expect(await shell()).toBe('another product or device');
    await portal.leave();
    expect(await shell()).toContain('curl');
  });
});
