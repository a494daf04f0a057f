import { type AuthenticatorSetup, readTypedCode } from '@portico/contract';
import { findCompany } from '../../accounts/index.ts';
import { transactionWithRetry } from '../../core/db/database.ts';
import { parsePhone } from '../../core/http/phone.ts';
import { seal, unseal } from '../../core/secrets.ts';
import { describeAuthenticator, findSetupStep, newAuthenticatorSecret } from './authenticator.ts';
import { acceptEnablingCode, refundTry, type SentMethod } from './codes.queries.ts';
import { hashSentCode, isCode } from './codes.ts';
import type { SecondFactorRequestContext } from './second-factor.context.ts';
import { CodeLengthError, InvalidCodeError, WrongClockError } from './second-factor.errors.ts';
import { selectSetup, upsertSetup } from './second-factor.queries.ts';
import { type Enabled, enableMethod } from './second-factor.service.ts';
import { authenticatorSealScope, sendCode, useTry } from './sign-in-codes.ts';

/** Minutes within which a shown secret can be enabled. */
export const setupMinutes = 30;

/** A shown secret can only be enabled in the session that saw it. */
const setupSealScope = ({ session }: SecondFactorRequestContext) => ({
  purpose: 'authenticator-setup',
  owner: `${session.user.id} ${session.publicId}`,
});

async function pendingSecret(context: SecondFactorRequestContext): Promise<Buffer | null> {
  const { database, session, config } = context;
  const sealed = await selectSetup(database.query, session.user.id, setupMinutes);
  if (!sealed) return null;
  try {
    return unseal(config.appSecret, setupSealScope(context), sealed);
  } catch {
    // The secret belongs to another session of the user.
    return null;
  }
}

/** The secret that this session was shown and has not enabled, or a new one (MFA-4). The secret of an enabled authenticator is never sent. */
export async function getAuthenticatorSetup(context: SecondFactorRequestContext): Promise<AuthenticatorSetup> {
  const pending = await pendingSecret(context);
  return pending ? describe(context, pending) : beginAuthenticatorSetup(context);
}

/** Creates a new secret. An enabled authenticator keeps working until the new one is enabled. */
export async function beginAuthenticatorSetup(context: SecondFactorRequestContext): Promise<AuthenticatorSetup> {
  const { database, session, config } = context;
  const secret = newAuthenticatorSecret();
  await upsertSetup(database.query, session.user.id, seal(config.appSecret, setupSealScope(context), secret));
  return describe(context, secret);
}

async function describe(
  { database, session }: SecondFactorRequestContext,
  secret: Buffer,
): Promise<AuthenticatorSetup> {
  const { name } = await findCompany(database, session.account.companyId);
  return describeAuthenticator(secret, { issuer: name, label: session.user.email });
}

/** Enables the authenticator with one of its codes. @throws InvalidInputError (MFA-3), InvalidCodeError, WrongClockError, TooManyRequestsError (MFA-5) */
export async function enableAuthenticator(context: SecondFactorRequestContext, typed: string): Promise<Enabled> {
  const { database, session, config } = context;
  const userId = session.user.id;
  const code = readCode(typed);
  await useTry(context, userId, 'enable:Authenticator');
  const secret = await pendingSecret(context);
  const step = secret && findSetupStep(secret, code, new Date());
  if (step === 'wrongClock') throw new WrongClockError();
  if (!secret || step === null) throw new InvalidCodeError();
  const sealed = seal(config.appSecret, authenticatorSealScope(userId), secret);
  return transactionWithRetry(database, async (transaction) => {
    await refundTry(transaction, userId, 'enable:Authenticator');
    return enableMethod(context, transaction, { method: 'Authenticator', secret: sealed, step });
  });
}

/** Enabling codes only work in the session that requested them. */
const codePurpose = ({ session }: SecondFactorRequestContext) => `enable:${session.idHash.toString('hex')}`;

/** Sends a code to a new second factor's address or number. @returns when the next code may be sent, in UTC */
export async function sendEnablingCode(
  context: SecondFactorRequestContext,
  to: { method: SentMethod; target: string },
): Promise<{ blockedTo: string }> {
  const { session, accountId, locale } = context;
  const { companyId } = session.account;
  const owner = { userId: session.user.id, accountId, companyId, purpose: codePurpose(context), locale };
  const blockedTo = await sendCode(context, owner, { ...to, target: await normalized(to), isProved: false });
  return { blockedTo: blockedTo.toISOString() };
}

/** Enables an address or a number with the code sent to it. @throws as `enableAuthenticator` does */
export async function enableByCode(
  context: SecondFactorRequestContext,
  to: { method: SentMethod; target: string },
  typed: string,
): Promise<Enabled> {
  const { database, session, config, mail } = context;
  const userId = session.user.id;
  const { method } = to;
  const target = await normalized(to);
  const code = readCode(typed);
  await useTry(context, userId, `enable:${method}`);
  const codeHash = hashSentCode(config.appSecret, { userId, method }, code);
  return transactionWithRetry(database, async (transaction) => {
    const sent = { userId, method, purpose: codePurpose(context), target, codeHash };
    const taken = await acceptEnablingCode(transaction, sent);
    if (!taken) throw new InvalidCodeError();
    if (taken.messageId !== null) await mail.forget(transaction, taken.messageId);
    return enableMethod(context, transaction, { method, target });
  });
}

/** @throws CodeLengthError, InvalidCodeError unless it has six digits */
function readCode(typed: string): string {
  const code = readTypedCode(typed);
  if (code.length !== 6) throw new CodeLengthError();
  if (!isCode(code)) throw new InvalidCodeError();
  return code;
}

/** @throws InvalidInputError for an invalid phone number */
async function normalized({ method, target }: { method: SentMethod; target: string }): Promise<string> {
  if (method === 'Email') return target.trim().toLowerCase();
  return (await parsePhone(target)).number;
}
