import { type Challenge, readTypedCode, type SecondFactorMethod } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { hashSecret } from '../../core/secrets.ts';
import { InvalidCodeError } from '../second-factor/second-factor.errors.ts';
import { reopenMailCodes } from '../second-factor/second-factor.queries.ts';
import {
  type CodeOwner,
  type CodesContext,
  checkCodeForm,
  type ProvedFactor,
  proveFactor,
  recordRecoveryCodeUse,
  recordWrongCode,
  resolveCodeMethod,
  sendSignInCode,
} from '../second-factor/sign-in-codes.ts';
import { describeFactors } from '../second-factor/state.ts';
import { type ChallengeRow, countTry, deleteChallenge, selectChallenge } from './challenge.queries.ts';

import type { Entry, EntryContext, Visit } from './entry.context.ts';
import { requiredProviderRedirect, startSession } from './entry.ts';
import { ChallengeExpiredError } from './session.errors.ts';

/** Maximum wrong codes per challenge (MFA-5). */
const maxChallengeTries = 5;

export type SecondStepContext = EntryContext & CodesContext;

/** The browser's challenge, with the hash of its id (MFA-1). @throws ChallengeExpiredError */
async function findChallenge(
  { database }: SecondStepContext,
  challengeId: string | null,
): Promise<{ idHash: Buffer; row: ChallengeRow }> {
  const idHash = challengeId === null ? null : hashSecret(challengeId);
  const row = idHash && (await selectChallenge(database, idHash, maxChallengeTries));
  if (!idHash || !row) throw new ChallengeExpiredError();
  return { idHash, row };
}

/** Whether the browser has a challenge. */
export async function hasChallenge({ database }: SecondStepContext, challengeId: string | null): Promise<boolean> {
  if (challengeId === null) return false;
  return (await selectChallenge(database, hashSecret(challengeId), maxChallengeTries)) !== undefined;
}

/** Describes the browser's challenge. @throws ChallengeExpiredError */
export async function describeChallenge(context: SecondStepContext, challengeId: string | null): Promise<Challenge> {
  const { idHash, row } = await findChallenge(context, challengeId);
  const { query } = context.database;
  const [factors, hasPasskeys] = await Promise.all([
    describeFactors(query, { userId: row.user_id, purpose: codePurpose(idHash) }),
    context.hasPasskeys(query, row.user_id),
  ]);
  return { ...factors, hasPasskeys, rememberMe: row.remember_me, expiresAt: row.expires_at.toISOString() };
}

/** A sent code only works for its own challenge. */
const codePurpose = (idHash: Buffer) => idHash.toString('hex');

function codeOwner(row: ChallengeRow, idHash: Buffer, { locale }: Visit): CodeOwner {
  return {
    userId: row.user_id,
    accountId: row.account_id,
    companyId: row.company_id,
    purpose: codePurpose(idHash),
    locale,
  };
}

/** Sends a code for the challenge (MFA-6). @throws ChallengeExpiredError; InvalidInputError for a method that the user does not have; TooManyRequestsError (MFA-7) */
export async function sendChallengeCode(
  context: SecondStepContext,
  visit: Visit,
  method: SecondFactorMethod | undefined,
): Promise<Challenge> {
  const { idHash, row } = await findChallenge(context, visit.challengeId);
  await sendSignInCode(context, codeOwner(row, idHash, visit), method);
  return describeChallenge(context, visit.challengeId);
}

export interface SecondStep {
  /** Six digits, or a recovery code. */
  readonly code: string;
  readonly method: SecondFactorMethod | undefined;
  readonly rememberBrowser: boolean;
}

/**
 * Completes a challenge with a second factor. Counts the try in the database before checking the code (MFA-5). @throws ChallengeExpiredError, also after five
 * tries; InvalidCodeError; InvalidInputError for a code of another length; TooManyRequestsError
 */
export async function passChallenge(
  context: SecondStepContext,
  visit: Visit,
  step: SecondStep,
): Promise<{ entry: Entry; rememberMe: boolean }> {
  const code = readTypedCode(step.code);
  checkCodeForm(code);
  const idHash = hashSecret(visit.challengeId ?? '');
  const tokenHash = visit.browserToken === null ? null : hashSecret(visit.browserToken);
  const counted =
    visit.challengeId === null
      ? undefined
      : await countTry(context.database, { idHash, tokenHash, address: visit.origin.address });
  if (!counted || counted.row.tries > maxChallengeTries) throw new ChallengeExpiredError();
  const { row, facts } = counted;
  const proved = await prove(context, { row, idHash, visit }, { ...step, code });
  if (proved.proof !== 'email') await reopenMailCodes(context.database.query, row.user_id);
  const { user_id: userId, remember_me: rememberMe, proof, return_url: returnUrl } = row;
  const elsewhere = await requiredProviderRedirect(context, { proof, returnUrl }, facts);
  if (elsewhere) return { entry: elsewhere, rememberMe };
  const inSameTransaction = createRecoveryCodeNotice(context, { row, visit, proved });
  const entry = await startSession(context, {
    visit,
    userId,
    facts,
    proofs: [row.proof, proved.proof],
    rememberMe,
    returnUrl: row.return_url,
    isSetup: false,
    challengeIdHash: idHash,
    rememberBrowser: step.rememberBrowser,
    ...(inSameTransaction && { inSameTransaction }),
  });
  return { entry, rememberMe };
}

interface Tried {
  readonly row: ChallengeRow;
  readonly idHash: Buffer;
  readonly visit: Visit;
}

async function prove(
  context: SecondStepContext,
  { row, idHash, visit }: Tried,
  { code, method: chosen }: SecondStep,
): Promise<ProvedFactor> {
  const owner = codeOwner(row, idHash, visit);
  const method = await resolveCodeMethod(context, owner, { code, method: chosen });
  try {
    return await proveFactor(context, owner, { code, method });
  } catch (error) {
    if (error instanceof InvalidCodeError)
      await recordWrongCode(context, error, { ...requestDetails(row, visit), accountId: row.account_id, method });
    throw error;
  }
}

function requestDetails(row: ChallengeRow, { origin, locale }: Visit) {
  return { ...origin, userId: row.user_id, companyId: row.company_id, locale };
}

function createRecoveryCodeNotice(
  context: SecondStepContext,
  { row, visit, proved }: { row: ChallengeRow; visit: Visit; proved: ProvedFactor },
): ((transaction: Queryable) => Promise<void>) | undefined {
  const left = proved.recoveryCodesLeft;
  if (left === undefined) return undefined;
  return (transaction) => recordRecoveryCodeUse(context, transaction, { ...requestDetails(row, visit), left });
}

/** Ends the browser's challenge. */
export async function cancelChallenge({ database }: SecondStepContext, challengeId: string | null): Promise<void> {
  if (challengeId !== null) await deleteChallenge(database.query, hashSecret(challengeId));
}
