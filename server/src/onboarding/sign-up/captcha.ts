import { createHash, hkdfSync } from 'node:crypto';
import { captchaAction, type ResponseOf, type signUp } from '@portico/contract';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { CaptchaConfig, Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import { InvalidInputError, UnavailableError } from '../../core/http/app-error.ts';
import { recordSolution } from './captcha.queries.ts';
import type { Visitor } from './visitor.ts';

/** Seconds for which a proof of work is accepted. Visitors may type for a while after it was created. */
const challengeSeconds = 20 * 60;

/** Rounds of each try; with a prefix of one byte there are 256 tries on average. Decision 0036 has the times. */
const rounds = 5_000;

/** Minimum reCAPTCHA score of a human, from 0 to 1. */
const minScore = 0.5;

const answerMilliseconds = 5_000;

export interface CaptchaContext {
  readonly database: Database;
  readonly config: Pick<Config, 'captcha' | 'appSecret'>;
  readonly publicUrl: string;
  /** Calls reCAPTCHA; tests replace it. */
  readonly recaptchaFetch?: typeof fetch;
}

type ChallengeAnswer = ResponseOf<typeof signUp.getChallenge>;

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({ nonce: z.string(), expiresAt: z.number() }),
    signature: z.string().max(200),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  score: z.number().optional(),
});

/** A proof of work, signed with a key of the installation. */
export async function createSignedChallenge({ config }: Pick<CaptchaContext, 'config'>): Promise<ChallengeAnswer> {
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    deriveKey,
    expiresAt: new Date(Date.now() + challengeSeconds * 1000),
    hmacSignatureSecret: challengeKey(config),
  });
  return { parameters: { ...parameters }, signature: signature ?? '' };
}

/**
 * Asserts that the captcha considers the visitor human (SIGN-21). A proof of work counts once. @throws InvalidInputError without a property;
 * UnavailableError while reCAPTCHA does not answer
 */
export async function assertHuman(context: CaptchaContext, token: unknown, visitor: Visitor): Promise<void> {
  const { captcha } = context.config;
  if (captcha.kind === 'none') return;
  const given = typeof token === 'string' ? token : '';
  const isHuman =
    given !== '' &&
    (captcha.kind === 'altcha'
      ? await isSolved(context, given)
      : await isAcceptedByRecaptcha(context, captcha, given, visitor));
  if (!isHuman) throw new InvalidInputError({ '': [{ key: 'signUp.captcha' }] }, { key: 'signUp.captcha' });
}

async function isSolved({ database, config }: CaptchaContext, token: string): Promise<boolean> {
  const parsed = payload.safeParse(readJson(Buffer.from(token, 'base64').toString()));
  if (!parsed.success) return false;
  const { challenge, solution } = parsed.data;
  const { verified } = await verifySolution({
    challenge: challenge as unknown as Challenge,
    solution: solution as never,
    deriveKey,
    hmacSignatureSecret: challengeKey(config),
  }).catch(() => ({ verified: false }));
  if (!verified) return false;
  const hash = createHash('sha256').update(challenge.signature.toLowerCase()).digest();
  return recordSolution(database.query, hash, new Date(challenge.parameters.expiresAt * 1000));
}

async function isAcceptedByRecaptcha(
  { publicUrl, recaptchaFetch = fetch }: CaptchaContext,
  { secretKey }: Extract<CaptchaConfig, { kind: 'recaptcha' }>,
  token: string,
  { address }: Visitor,
): Promise<boolean> {
  const answer = await recaptchaFetch('https://www.google.com/recaptcha/api/siteverify', {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response: token, ...(address && { remoteip: address }) }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerMilliseconds),
  })
    .then((response) => response.json() as Promise<unknown>)
    .catch((error: unknown) => {
      throw new UnavailableError('problem.unavailable', error);
    });
  const { success, hostname, action, score = 1 } = verdict.catch({ success: false }).parse(answer);
  return success && hostname === new URL(publicUrl).hostname && action === captchaAction && score >= minScore;
}

function challengeKey({ appSecret }: Pick<Config, 'appSecret'>): string {
  return Buffer.from(hkdfSync('sha256', appSecret, '', 'portico sign-up captcha', 32)).toString('hex');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
