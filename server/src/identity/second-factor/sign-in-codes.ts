import type { Locale, Proof, SecondFactorMethod } from '@portico/contract';
import { type Audit, findRecipient } from '../../accounts/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { blockedUntil } from '../../core/http/limits.ts';
import type { Mail } from '../../core/mail/index.ts';
import { type Reseal, unseal } from '../../core/secrets.ts';
import { findCodeStep } from './authenticator.ts';
import {
  acceptRecoveryCode,
  acceptSentCode,
  acceptStep,
  type CountedTry,
  countTry,
  replaceSentCode,
  type SentMethod,
  type Tried,
} from './codes.queries.ts';
import { hashRecoveryCode, hashSentCode, isCode, newCode, normalizeRecoveryCode } from './codes.ts';
import { countSending, maxTriesInARow, sendPauseSeconds } from './limits.ts';
import { type ChangeOrigin, mailOwnerSignIn, mailUserNotice } from './notices.ts';
import { CodeLengthError, InvalidCodeError, NoMethodError } from './second-factor.errors.ts';
import { resealAuthenticatorColumn, selectFactors } from './second-factor.queries.ts';

/** Lifetime of a sent code in minutes (MFA-6). */
const codeMinutes = 10;

/** The dependencies of codes. */
export interface CodesContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Mail;
  readonly config: Pick<Config, 'appSecret'>;
}

/** The user and purpose of a code. */
export interface CodeOwner {
  readonly userId: number;
  readonly accountId: number;
  readonly companyId: number;
  /** The hash of a challenge's id in hex, or `enable:` and the hash of a session. */
  readonly purpose: string;
  readonly locale: Locale;
}

/** The scope for which an authenticator's secret is encrypted. */
export const authenticatorSealScope = (userId: number | string) => ({
  purpose: 'authenticator',
  owner: String(userId),
});

/** Seals the secrets of all authenticators again (RUN-16). */
export const resealAuthenticators = (on: Queryable, reseal: Reseal) =>
  resealAuthenticatorColumn(on, (userId, sealed) => reseal(authenticatorSealScope(userId), sealed));

/**
 * Sends a code to an address or a number. It replaces the code sent earlier for this purpose (MFA-6). @returns when the next code may be sent, in UTC @throws
 * TooManyRequestsError (MFA-7); InvalidInputError for an invalid phone number
 */
export async function sendCode(
  { database, mail, config }: CodesContext,
  { userId, accountId, companyId, purpose, locale }: CodeOwner,
  { method, target: typed, isProved }: { method: SentMethod; target: string; isProved: boolean },
): Promise<Date> {
  await countSending(database, `${userId}:${method}`);
  const code = newCode();
  const expiresAt = new Date(Date.now() + codeMinutes * 60_000);
  const message = { data: { code, minutes: codeMinutes }, locale, companyId, expiresAt };
  const permit =
    method === 'Phone' ? await mail.permitText({ typed, accountId, ...(isProved && { provedBy: userId }) }) : null;
  const target = permit?.number ?? typed;
  await database.transaction(async (transaction) => {
    const messageId = permit
      ? await mail.enqueueText(transaction, permit, { template: 'signInCodeText', ...message })
      : await mail.enqueue(transaction, { template: 'signInCode', to: { address: target }, accountId, ...message });
    const codeHash = hashSentCode(config.appSecret, { userId, method }, code);
    const former = await replaceSentCode(transaction, {
      userId,
      method,
      purpose,
      target,
      codeHash,
      messageId,
      expiresAt,
    });
    if (former !== null) await mail.forget(transaction, former);
  });
  return new Date(Date.now() + sendPauseSeconds * 1000);
}

/**
 * Sends a code by one of the user's methods.
 * @throws NoMethodError if the user does not have the method, or if it is closed or needs no sent code; the errors of
 * `sendCode`
 */
export async function sendSignInCode(
  context: CodesContext,
  owner: CodeOwner,
  method: SecondFactorMethod | undefined,
): Promise<Date> {
  const factors = await selectFactors(context.database.query, owner.userId, owner.purpose);
  const factor = factors.find((found) => found.method === method && !found.is_closed);
  if (!factor?.target || factor.method === 'Authenticator') throw new NoMethodError();
  return sendCode(context, owner, { method: factor.method, target: factor.target, isProved: true });
}

const proofByMethod = { Authenticator: 'authenticator', Email: 'email', Phone: 'phone' } as const;

/** The result of proving a second factor. */
export interface ProvedFactor {
  readonly proof: Proof;
  /** Recovery codes left, after using one. */
  readonly recoveryCodesLeft?: number;
}

/** Rejects anything but a code or a recovery code, before a try is counted (MFA-3). @throws CodeLengthError */
export function checkCodeForm(code: string): void {
  if (code.length !== 6 && normalizeRecoveryCode(code) === null) throw new CodeLengthError(/[a-z]/i.test(code));
}

/** The method of a typed code. @param method as chosen; by default six digits belong to the method that last sent a code, or to the authenticator @throws NoMethodError */
export async function resolveCodeMethod(
  context: CodesContext,
  owner: Pick<CodeOwner, 'userId' | 'purpose'>,
  { code, method }: { code: string; method: SecondFactorMethod | undefined },
): Promise<SecondFactorMethod | 'Recovery'> {
  if (normalizeRecoveryCode(code) !== null) return 'Recovery';
  if (method) return method;
  const factors = await selectFactors(context.database.query, owner.userId, owner.purpose);
  const [sentLast] = factors
    .filter(({ sent_at }) => sent_at !== null)
    .sort((a, b) => Number(b.sent_at) - Number(a.sent_at));
  const chosen = sentLast ?? factors.find((factor) => factor.method === 'Authenticator');
  if (!chosen) throw new NoMethodError();
  return chosen.method;
}

/** Proves a second factor with a code, once. Counts the try first (MFA-5). @throws InvalidCodeError; TooManyRequestsError after ten wrong codes in 15 minutes */
export async function proveFactor(
  context: CodesContext,
  { userId, purpose }: Pick<CodeOwner, 'userId' | 'purpose'>,
  { code, method }: { code: string; method: SecondFactorMethod | 'Recovery' },
): Promise<ProvedFactor> {
  if (method === 'Recovery') return proveByRecoveryCode(context, userId, code);
  const counted = await useTry(context, userId, method);
  if (!counted.is_open || !isCode(code)) throw new InvalidCodeError();
  const isRight =
    method === 'Authenticator'
      ? await proveByAuthenticator(context, userId, counted, code)
      : await proveBySentCode(context, { userId, method, purpose }, code);
  if (isRight) return { proof: proofByMethod[method] };
  throw (counted.failures ?? 0) >= maxTriesInARow ? new MethodClosedError(method) : new InvalidCodeError();
}

/** A wrong code that closed its method. The browser gets the same response as for any wrong code. */
export class MethodClosedError extends InvalidCodeError {
  readonly method: SecondFactorMethod;

  constructor(method: SecondFactorMethod) {
    super();
    this.method = method;
  }
}

/** Counts a try. @throws TooManyRequestsError if none is left */
export async function useTry({ database }: CodesContext, userId: number, tried: Tried): Promise<CountedTry> {
  const counted = await countTry(database, userId, tried);
  if (counted.blocked_until !== null) throw blockedUntil(counted.blocked_until);
  return counted;
}

async function proveByAuthenticator(
  { database, config }: CodesContext,
  userId: number,
  { secret }: CountedTry,
  code: string,
): Promise<boolean> {
  if (!secret) return false;
  const step = findCodeStep(unseal(config.appSecret, authenticatorSealScope(userId), secret), code, new Date());
  return step !== null && acceptStep(database, userId, step);
}

async function proveBySentCode(
  { database, mail, config }: CodesContext,
  owner: { userId: number; method: SentMethod; purpose: string },
  code: string,
): Promise<boolean> {
  const codeHash = hashSentCode(config.appSecret, owner, code);
  return database.transaction(async (transaction) => {
    const taken = await acceptSentCode(transaction, { ...owner, codeHash });
    if (taken?.messageId) await mail.forget(transaction, taken.messageId);
    return taken !== undefined;
  });
}

async function proveByRecoveryCode(context: CodesContext, userId: number, typed: string): Promise<ProvedFactor> {
  const { database, config } = context;
  await useTry(context, userId, 'Recovery');
  const hash = hashRecoveryCode(config.appSecret, userId, normalizeRecoveryCode(typed) ?? '');
  const recoveryCodesLeft = await acceptRecoveryCode(database.query, userId, hash);
  if (recoveryCodesLeft === undefined) throw new InvalidCodeError();
  return { proof: 'recoveryCode', recoveryCodesLeft };
}

/**
 * Mails the user that a recovery code was used, and the other admins if the user is the owner (MFA-8). Runs in the
 * transaction of the sign-in.
 */
export async function recordRecoveryCodeUse(
  { mail, audit }: Pick<CodesContext, 'mail' | 'audit'>,
  transaction: Queryable,
  origin: ChangeOrigin & { readonly requestId: string; readonly left: number },
): Promise<void> {
  const { userId, address, requestId, left } = origin;
  const user = await findRecipient(transaction, userId);
  if (!user) return;
  const who = { accountId: user.accountId, userId, realUserId: userId, address, requestId };
  await audit.record({ ...who, kind: 'recoveryCodeUsed', detail: { left, isOwner: user.isOwner } }, transaction);
  await mailUserNotice(mail, transaction, 'recoveryCodeUsed', origin);
  if (user.isOwner) await mailOwnerSignIn(mail, transaction, { owner: user, includesOwner: false }, origin);
}

/** Audits a wrong code, and mails the user if it closed the method (MFA-5). */
export async function recordWrongCode(
  { database, mail, audit }: CodesContext,
  error: InvalidCodeError,
  origin: ChangeOrigin & { readonly accountId: number; readonly requestId: string; readonly method: string },
): Promise<void> {
  const { userId, accountId, address, requestId, method } = origin;
  const who = { accountId, userId, address, requestId, detail: { method } };
  await audit.record({ ...who, kind: 'secondFactorRefused' });
  if (!(error instanceof MethodClosedError)) return;
  await database.transaction(async (transaction) => {
    await audit.record({ ...who, kind: 'secondFactorClosed' }, transaction);
    await mailUserNotice(mail, transaction, 'factorClosed', origin);
  });
}
