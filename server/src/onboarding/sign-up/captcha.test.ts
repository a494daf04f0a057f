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
const contextOf = (captcha: CaptchaConfig, more: Partial<CaptchaContext> = {}): CaptchaContext => ({
  database,
  config: { captcha, appSecret: testSecret },
  publicUrl: 'https://portal.vendor.example',
  ...more,
});
const refused = { propertyErrors: { '': [{ key: 'signUp.captcha' }] } };

describe('a proof of work', () => {
  const context = contextOf({ kind: 'altcha' });

  async function solved(): Promise<{ challenge: Challenge; solution: unknown }> {
    const challenge = (await createSignedChallenge(context)) as unknown as Challenge;
    return { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
  }
  const tokenOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

  test('is taken once, however many come with it at the same time', async () => {
    const token = tokenOf(await solved());
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => assertHuman(context, token, visitor)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(assertHuman(context, token, visitor)).rejects.toMatchObject(refused);
  });

  test.each(['', 'nonsense', tokenOf({}), undefined, 7])('rejects %j', async (token) => {
    await expect(assertHuman(context, token, visitor)).rejects.toMatchObject(refused);
  });

  test('rejects an easier or a longer one than was asked for, and a solution of another', async () => {
    const one = await solved();
    const other = await solved();
    const easier = { ...one.challenge, parameters: { ...one.challenge.parameters, cost: 1 } };
    const longer = { ...one.challenge, parameters: { ...one.challenge.parameters, expiresAt: 4_102_444_800 } };
    for (const challenge of [easier, longer, other.challenge])
      await expect(assertHuman(context, tokenOf({ challenge, solution: one.solution }), visitor)).rejects.toMatchObject(
        refused,
      );
    await assertHuman(context, tokenOf(one), visitor);
  });

  test('rejects one whose signature is spelled otherwise, so that it cannot be used again', async () => {
    const one = await solved();
    await assertHuman(context, tokenOf(one), visitor);
    const challenge = { ...one.challenge, signature: one.challenge.signature?.toUpperCase() };
    await expect(assertHuman(context, tokenOf({ ...one, challenge }), visitor)).rejects.toMatchObject(refused);
  });
});

describe('reCAPTCHA', () => {
  let asked: URLSearchParams | undefined;
  let verdict: unknown;
  const context = contextOf(
    { kind: 'recaptcha', siteKey: 'site', secretKey: 'secret' },
    {
      recaptchaFetch: (async (_url: string, { body }: { body: URLSearchParams }) => {
        asked = body;
        if (verdict instanceof Error) throw verdict;
        return { json: async () => verdict };
      }) as unknown as typeof fetch,
    },
  );
  const good = { success: true, hostname: 'portal.vendor.example', action: 'sign_up', score: 0.9 };

  beforeEach(() => {
    asked = undefined;
  });

  test('is asked with the secret, the token and the address', async () => {
    verdict = good;
    await assertHuman(context, 'token', visitor);
    expect(Object.fromEntries(asked ?? [])).toEqual({ secret: 'secret', response: 'token', remoteip: '192.0.2.1' });
  });

  test.each([
    { ...good, success: false },
    { ...good, hostname: 'evil.example' },
    { ...good, action: 'login' },
    { ...good, action: undefined },
    { ...good, score: 0.1 },
    'nonsense',
  ])('rejects %j', async (answer) => {
    verdict = answer;
    await expect(assertHuman(context, 'token', visitor)).rejects.toMatchObject(refused);
  });

  test('is not asked without a token, and its absence is no refusal', async () => {
    await expect(assertHuman(context, '', visitor)).rejects.toMatchObject(refused);
    expect(asked).toBeUndefined();
    verdict = new Error('away');
    await expect(assertHuman(context, 'token', visitor)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});

test('nothing is asked where there is no captcha', async () => {
  await assertHuman(contextOf({ kind: 'none' }), undefined, visitor);
});
