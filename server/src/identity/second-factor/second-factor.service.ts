import type { SecondFactorMethod, SecondFactorSettings } from '@portico/contract';
import { lockSignInMethods } from '../../accounts/index.ts';
import { type Queryable, transactionWithRetry } from '../../core/db/database.ts';
import { hashRecoveryCode, newRecoveryCodes } from './codes.ts';
import { type ChangeOrigin, mailUserNotice, type Notice } from './notices.ts';
import type { RenewedSession, SecondFactorRequestContext } from './second-factor.context.ts';
import { NoMethodError, SecondFactorRequiredError } from './second-factor.errors.ts';
import {
  deleteFactor,
  deleteFactors,
  deleteSetup,
  findUsersWithFactors,
  replaceRecoveryCodes,
  selectFactors,
  selectRecovery,
  selectState,
  upsertFactor,
} from './second-factor.queries.ts';

const methods = ['Email', 'Phone', 'Authenticator'] as const;

/** The state of the signed-in user's second factor. */
export async function getSettings(context: SecondFactorRequestContext): Promise<SecondFactorSettings> {
  const { database, session, sessions, config } = context;
  const { query } = database;
  const [state, rows, recovery, rememberedUntil] = await Promise.all([
    selectState(query, session.user.id, config.mode),
    selectFactors(query, session.user.id, ''),
    selectRecovery(query, session.user.id),
    sessions.rememberedUntil(query, session),
  ]);
  return {
    isEnabled: rows.length > 0,
    isRequired: state?.is_required === true,
    isMachineRemembered: rememberedUntil !== null,
    rememberedUntil: rememberedUntil?.toISOString() ?? null,
    providers: methods.map((name) => {
      const row = rows.find(({ method }) => method === name);
      return {
        name,
        enabled: row !== undefined,
        factor: row?.target ?? null,
        isNeedSendCode: name !== 'Authenticator',
        setUpAt: row?.created_at.toISOString() ?? null,
        lastUsedAt: row?.last_used_at?.toISOString() ?? null,
        isClosed: row?.is_closed === true,
      };
    }),
    recoveryCodesLeft: recovery.left,
    recoveryCodesTotal: recovery.total,
    recoveryCodesMadeAt: recovery.made_at?.toISOString() ?? null,
    recoveryCodeLastUsedAt: recovery.last_used_at?.toISOString() ?? null,
  };
}

/** A method whose code was right. */
export interface ProvedMethod {
  readonly method: SecondFactorMethod;
  /** An authenticator's secret, encrypted. */
  readonly secret?: Buffer;
  /** The 30-second step of the authenticator's code, which cannot be used again. */
  readonly step?: number;
  /** The address, or the number in E.164. */
  readonly target?: string;
}

export interface Enabled {
  /** Created with the first method; shown once (MFA-8). */
  readonly recoveryCodes: string[] | null;
  /** The new id of a session that was a setup session. */
  readonly renewed: RenewedSession | null;
}

const proofByMethod = { Authenticator: 'authenticator', Email: 'email', Phone: 'phone' } as const;

/** Enables a method, replacing one of the same kind. Creates recovery codes with the first method. Ends all other sessions, forgets browsers, and mails the user (MFA-10). */
export async function enableMethod(
  context: SecondFactorRequestContext,
  transaction: Queryable,
  proved: ProvedMethod,
): Promise<Enabled> {
  const { session, audit, actor, sessions, config } = context;
  const { method, secret = null, step = null, target = null } = proved;
  const userId = session.user.id;
  await lockSignInMethods(transaction, userId);
  const before = await selectState(transaction, userId, config.mode);
  await upsertFactor(transaction, { userId, method, secret, step, target });
  if (method === 'Authenticator') await deleteSetup(transaction, userId);
  // Replaces codes from before the first method, because anyone who knew the password could have created them.
  const recoveryCodes = before?.methods.length === 0 ? await makeRecoveryCodes(context, transaction) : null;
  await audit.record({ ...actor, kind: 'secondFactorEnabled', detail: { method } }, transaction);
  await afterChange(context, transaction, 'secondFactor');
  const renewed = session.isSetup ? await sessions.renew(transaction, session, proofByMethod[method]) : null;
  return { recoveryCodes, renewed };
}

/** The effects of each change of methods (MFA-10). */
async function afterChange(context: SecondFactorRequestContext, transaction: Queryable, notice: Notice): Promise<void> {
  const { session, sessions, mail } = context;
  const others = { userId: session.user.id, exceptIdHash: session.idHash, forgetBrowsers: true };
  await sessions.endUserSessions(transaction, others);
  await mailUserNotice(mail, transaction, notice, changeOrigin(context));
}

function changeOrigin({ session, actor, locale, userAgent }: SecondFactorRequestContext): ChangeOrigin {
  const { user, account } = session;
  return { userId: user.id, companyId: account.companyId, address: actor.address, userAgent, locale };
}

async function makeRecoveryCodes(
  { session, config }: SecondFactorRequestContext,
  transaction: Queryable,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const userId = session.user.id;
  const hashes = codes.map((code) => hashRecoveryCode(config.appSecret, userId, code.replaceAll('-', '')));
  await replaceRecoveryCodes(transaction, userId, hashes);
  return codes;
}

/** Replaces the recovery codes, which are shown once (MFA-8). @throws NoMethodError if the user has no second factor */
export async function regenerateRecoveryCodes(context: SecondFactorRequestContext): Promise<string[]> {
  const { database, audit, actor, mail, session, hasPasskeys, config } = context;
  return database.transaction(async (transaction) => {
    await lockSignInMethods(transaction, session.user.id);
    const state = await selectState(transaction, session.user.id, config.mode);
    if (state?.methods.length === 0 && !(await hasPasskeys(transaction, session.user.id))) throw new NoMethodError();
    const codes = await makeRecoveryCodes(context, transaction);
    await audit.record({ ...actor, kind: 'recoveryCodesMade' }, transaction);
    await mailUserNotice(mail, transaction, 'recoveryCodes', changeOrigin(context));
    return codes;
  });
}

/**
 * Removes a method, and with the last one the recovery codes. Does nothing if the user does not have it. @throws SecondFactorRequiredError for the last
 * method if a second factor is required (MFA-11, OPR-8)
 */
export async function removeMethod(
  context: SecondFactorRequestContext,
  method: SecondFactorMethod,
): Promise<SecondFactorSettings> {
  const { database, session, audit, actor, config } = context;
  const userId = session.user.id;
  await transactionWithRetry(database, async (transaction) => {
    await lockSignInMethods(transaction, userId);
    if (!(await deleteFactor(transaction, userId, method))) return;
    await assertEnoughLeft(context, transaction);
    const rest = await selectState(transaction, userId, config.mode);
    if (rest?.methods.length === 0) await deleteFactors(transaction, userId);
    await audit.record({ ...actor, kind: 'secondFactorRemoved', detail: { method } }, transaction);
    await afterChange(context, transaction, 'secondFactor');
  });
  return getSettings(context);
}

/** Removes all methods and recovery codes. @throws SecondFactorRequiredError if a second factor is required (MFA-11, OPR-8) */
export async function disable(context: SecondFactorRequestContext): Promise<SecondFactorSettings> {
  const { database, session, audit, actor, config } = context;
  const userId = session.user.id;
  await transactionWithRetry(database, async (transaction) => {
    await lockSignInMethods(transaction, userId);
    const before = await selectState(transaction, userId, config.mode);
    await deleteFactors(transaction, userId);
    if (before?.methods.length === 0) return;
    await assertEnoughLeft(context, transaction);
    await audit.record({ ...actor, kind: 'secondFactorDisabled' }, transaction);
    await afterChange(context, transaction, 'secondFactor');
  });
  return getSettings(context);
}

/** Removes a user's methods and recovery codes in the caller's transaction. The caller notifies the user and ends their sessions. @returns whether there were any */
export async function removeMethods(transaction: Queryable, userId: number): Promise<boolean> {
  await lockSignInMethods(transaction, userId);
  const having = await findUsersWithFactors(transaction, [userId]);
  await deleteFactors(transaction, userId);
  return having.has(userId);
}

/** @throws SecondFactorRequiredError if a second factor is required (MFA-11, OPR-8) and the user has no method or passkey left */
async function assertEnoughLeft(
  { session, hasPasskeys, config }: SecondFactorRequestContext,
  transaction: Queryable,
): Promise<void> {
  const state = await selectState(transaction, session.user.id, config.mode);
  if (!state?.is_required || state.methods.length > 0) return;
  if (!(await hasPasskeys(transaction, session.user.id))) throw new SecondFactorRequiredError();
}
