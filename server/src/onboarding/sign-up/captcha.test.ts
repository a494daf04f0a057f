import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { testSecret } from '../../../test/full-portal.ts';
import type { CaptchaConfig } from '../../core/config.ts';
import { assertHuman, type CaptchaContext, createSignedChallenge } from './captcha.ts';
import type { Visitor } from './visitor.ts';

const database = await createTestDatabase();
const visitor: Visitor = {
  hash: Buffer.alloc(32),
  key: 'visitor',
  address: '192.0.2.1',
  addressKey: '192.0.2.1',
  locale: 'en',
  requestId: 'none',
};
const createContext = (captcha: CaptchaConfig, more: Partial<CaptchaContext> = {}): CaptchaContext => ({
  database,
  config: { captcha, appSecret: testSecret },
  publicUrl: 'https://portal.vendor.example',
  ...more,
});
const refused = { propertyErrors: { '': [{ key: 'signUp.captcha' }] } };

describe('a proof of work', () => {
  const context = createContext({ kind: 'altcha' });

  async function solved(): Promise<{ challenge: Challenge; solution: unknown }> {
    const challenge = (await createSignedChallenge(context)) as unknown as Challenge;
    return { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
  }
  const encodeToken = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

  test('is accepted once, even with concurrent requests', async () => {
    const token = encodeToken(await solved());
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => assertHuman(context, token, visitor)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(assertHuman(context, token, visitor)).rejects.toMatchObject(refused);
  });

  test.each(['', 'nonsense', encodeToken({}), undefined, 7])('rejects the proof of work %j', async (token) => {
    await expect(assertHuman(context, token, visitor)).rejects.toMatchObject(refused);
  });

  test('rejects an easier or longer challenge than issued, and a solution of another one', async () => {
    const one = await solved();
    const other = await solved();
    const easier = { ...one.challenge, parameters: { ...one.challenge.parameters, cost: 1 } };
    const longer = { ...one.challenge, parameters: { ...one.challenge.parameters, expiresAt: 4_102_444_800 } };
    for (const challenge of [easier, longer, other.challenge])
      await expect(
        assertHuman(context, encodeToken({ challenge, solution: one.solution }), visitor),
      ).rejects.toMatchObject(refused);
    await assertHuman(context, encodeToken(one), visitor);
  });

  test('rejects a differently spelled signature, so that a proof cannot be used twice', async () => {
    const one = await solved();
    await assertHuman(context, encodeToken(one), visitor);
    const challenge = { ...one.challenge, signature: one.challenge.signature?.toUpperCase() };
    await expect(assertHuman(context, encodeToken({ ...one, challenge }), visitor)).rejects.toMatchObject(refused);
  });
});

describe('reCAPTCHA', () => {
  let sentBody: URLSearchParams | undefined;
  let verdict: unknown;
  const context = createContext(
    { kind: 'recaptcha', siteKey: 'site', secretKey: 'secret' },
    {
      recaptchaFetch: (async (_url: string, { body }: { body: URLSearchParams }) => {
        sentBody = body;
        if (verdict instanceof Error) throw verdict;
        return { json: async () => verdict };
      }) as unknown as typeof fetch,
    },
  );
  const good = { success: true, hostname: 'portal.vendor.example', action: 'sign_up', score: 0.9 };

  beforeEach(() => {
    sentBody = undefined;
  });

  test('is called with the secret, the token and the address', async () => {
    verdict = good;
    await assertHuman(context, 'token', visitor);
    expect(Object.fromEntries(sentBody ?? [])).toEqual({ secret: 'secret', response: 'token', remoteip: '192.0.2.1' });
  });

  test.each([
    { ...good, success: false },
    { ...good, hostname: 'evil.example' },
    { ...good, action: 'login' },
    { ...good, action: undefined },
    { ...good, score: 0.1 },
    'nonsense',
  ])('rejects the verdict %j', async (answer) => {
    verdict = answer;
    await expect(assertHuman(context, 'token', visitor)).rejects.toMatchObject(refused);
  });

  test('is not called without a token, and its outage is not a refusal', async () => {
    await expect(assertHuman(context, '', visitor)).rejects.toMatchObject(refused);
    expect(sentBody).toBeUndefined();
    verdict = new Error('away');
    await expect(assertHuman(context, 'token', visitor)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});

test('accepts everything if no captcha is configured', async () => {
  await assertHuman(createContext({ kind: 'none' }), undefined, visitor);
});
