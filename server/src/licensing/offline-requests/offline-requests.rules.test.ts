import { LicenseClient } from '@portico/license-client';
import { describe, expect, it } from 'vitest';
import {
  createProof,
  isProved,
  type OfflineRequest,
  parseRequest,
  shortCodeChecksum,
} from './offline-requests.rules.ts';

const file = {
  format: 'portico-request',
  version: 1,
  kind: 'activation',
  product: 'desktop',
  productVersion: '5.4',
  hardwareId: '7C1E9A40B2',
  name: 'FRONT-DESK',
  fingerprints: [{ name: 'board', value: 'b-1' }],
  serialNumber: null,
  nonce: 'n'.repeat(22),
  time: '2026-11-26T12:00:00.000Z',
};
const shortCode = async (hardwareId: string) => {
  const options = { portal: 'https://portal.vendor.example', token: '', product: 'desktop', hardwareId };
  return (await new LicenseClient(options).createRequest()).shortCode;
};
const read = (contents: unknown) =>
  parseRequest(typeof contents === 'string' ? contents : JSON.stringify(contents), ['desktop', 'server']);
const found = (contents: unknown) => (read(contents) as { request: OfflineRequest }).request;

describe('a request file', () => {
  it('is parsed with a byte order mark and unknown fields', () => {
    const text = `\ufeff${JSON.stringify({ ...file, later: true }, null, 2)}\n`;
    expect(read(text)).toEqual({
      request: {
        kind: 'activation',
        product: 'desktop',
        version: '5.4',
        hardwareId: '7C1E9A40B2',
        name: 'FRONT-DESK',
        fingerprints: [{ name: 'board', value: 'b-1' }],
        serialNumber: null,
        nonce: 'n'.repeat(22),
        proof: null,
        isShortCode: false,
      },
    });
  });

  it('needs no name, version or fingerprints', () => {
    const { name: _, productVersion: __, fingerprints: ___, ...least } = file;
    expect(found(least)).toMatchObject({ name: undefined, version: null, fingerprints: undefined });
  });

  it.each([
    ['invalid JSON', 'hello'],
    ['a list', []],
    ['another format', { ...file, format: 'x' }],
    ['a later version', { ...file, version: 2 }],
    ['another kind', { ...file, kind: 'gift' }],
    ['no hardware ID', { ...file, hardwareId: '' }],
    ['a hardware ID with a space', { ...file, hardwareId: 'A B' }],
    ['a name with a control character', { ...file, name: 'A\u0007B' }],
    ['a name with a right-to-left override', { ...file, name: 'A\u202eB' }],
    ['a duplicate fingerprint', { ...file, fingerprints: [file.fingerprints[0], file.fingerprints[0]] }],
    ['a short nonce', { ...file, nonce: 'n' }],
    ['a deactivation without a proof', { ...file, kind: 'deactivation' }],
    ['a malformed proof', { ...file, kind: 'deactivation', proof: 'yes' }],
  ])('is refused: %s', (_, contents) => {
    expect(read(contents)).toEqual({ problem: 'offline.unreadable' });
  });

  it('is distinguished from its answer', () => {
    expect(read({ format: 'portico-license', version: 1 })).toEqual({ problem: 'offline.answerFile' });
  });
});

describe('a short code', () => {
  it('matches the license client’s, with spaces and lower case', async () => {
    const code = await shortCode('7C1E-9A40B2');
    for (const typed of [code, code.toLowerCase(), ` ${code.replace(/(.{3})/g, '$1 ')} `]) {
      expect(found(typed)).toMatchObject({
        kind: 'activation',
        product: 'desktop',
        hardwareId: '7C1E-9A40B2',
        nonce: code,
        isShortCode: true,
      });
    }
  });

  it('names its product, unless an earlier version of the program shows it', async () => {
    expect(found(`PR2.D1.${shortCodeChecksum('D1', 'server')}`).product).toBe('server');
    expect(read(`PR2.D1.${shortCodeChecksum('D1', 'unknown')}`)).toEqual({ problem: 'offline.codeWrong' });
    expect(found(`PR1.D1.${shortCodeChecksum('D1', null)}`).product).toBeNull();
  });

  it('matches the license client’s for a hardware ID that cannot be typed', async () => {
    const code = await shortCode('a-long/hardware=id');
    expect(found(code)).toMatchObject({ hardwareId: code.split('.')[1], isShortCode: true });
  });

  it('accepts easily misread letters', () => {
    const id =
      Array.from({ length: 500 }, (_, index) => `D${index}`).find((name) => /0/.test(shortCodeChecksum(name, null))) ??
      '';
    expect(found(`PR1.${id}.${shortCodeChecksum(id, null).replace(/0/g, 'O')}`).hardwareId).toBe(id);
  });

  it('detects a typing error in any character', async () => {
    const code = await shortCode('7C1E9A40B2');
    for (const [index, character] of [...code].entries()) {
      if (index < 4 || character === '.') continue;
      const other = character === 'A' ? 'B' : 'A';
      expect(read(code.slice(0, index) + other + code.slice(index + 1)), `${index}`).toEqual({
        problem: 'offline.codeWrong',
      });
    }
  });

  it.each(['PR1', 'PR1.A', 'PR1..AAAA', 'PR1.A.AAA', 'PR1.Ü.AAAA', `PR1.${'A'.repeat(41)}.AAAA`, 'PR2.A'])(
    'is not %s',
    (code) => {
      expect(read(code)).toEqual({ problem: 'offline.codeUnreadable' });
    },
  );
});

it('a proof is valid for one activation and one request', () => {
  const request = { ...found(file), kind: 'deactivation', proof: createProof('key', file.nonce) } as OfflineRequest;
  expect(isProved(request, ['other', 'key'])).toBe(true);
  expect(isProved(request, ['other'])).toBe(false);
  expect(isProved({ ...request, nonce: 'm'.repeat(22) }, ['key'])).toBe(false);
  expect(isProved({ ...request, proof: null }, ['key'])).toBe(false);
  expect(isProved(request, [])).toBe(false);
});
