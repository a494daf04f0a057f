import { type acting, paths, type ResponseOf } from '@portico/contract';
import type { ActingTarget, Audit } from '../../accounts/index.ts';
import { findAccountBrand, findActingTarget, findOwnerRecipient, findRecipient } from '../../accounts/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { AppError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import type { Mail } from '../../core/mail/index.ts';
import { startActing } from '../session/acting.ts';
import type { RenewedSession } from '../session/setup-session.ts';

/** Users that an operator may act as in an hour. Each start writes an audit event and may send a mail. */
const actingLimit = defineLimit('acting', 60, 3_600);

export interface ActingContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Mail;
  /** Whether the account's owner is mailed when an operator acts as one of its users. */
  readonly wantsActingMail: (on: Queryable, accountId: number) => Promise<boolean>;
}

type ActingRequestContext = ActingContext & RequestContext;

/** An operator cannot act as another operator, because the actions would appear under the other's name (SES-13). */
export class OperatorActedAsError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'acting.operator' } });
  }
}

/** A user of any account, as shown to an operator before acting. @throws NotFoundError */
export async function findUser(
  { database }: ActingRequestContext,
  userId: number,
): Promise<ResponseOf<typeof acting.get>> {
  const target = await findActingTarget(database.query, userId);
  const account = target && (await findAccountBrand(database.query, target.accountId));
  if (!account) throw new NotFoundError();
  return { userId, name: target.name, login: target.login, accountName: account.name };
}

/**
 * Lets an operator act as a user for at most 60 minutes (SES-13, SES-20). Audits it in the account with both names and the reason, and mails the owner if the
 * account wants that. @throws NotFoundError; OperatorActedAsError; UserCannotSignInError; UnauthorizedError if the operator's session has ended;
 * TooManyRequestsError
 */
export async function actAs(
  context: ActingRequestContext,
  { userId, reason, returnUrl }: { userId: number; reason: string; returnUrl: string },
  origin: RequestOrigin,
): Promise<RenewedSession> {
  const { database, session, audit, actor } = context;
  await actingLimit.take(database, session.user.id);
  return database.transaction(async (transaction) => {
    const target = await findActingTarget(transaction, userId);
    if (!target) throw new NotFoundError();
    if (target.isOperator) throw new OperatorActedAsError();
    const { until, ...renewed } = await startActing(transaction, session, { userId, reason, returnUrl, origin });
    await audit.record(
      {
        ...actor,
        kind: 'actingStarted',
        accountId: target.accountId,
        userId,
        actingReason: reason,
        detail: { until: until.toISOString() },
      },
      transaction,
    );
    await mailOwner(context, transaction, { target, reason, until });
    return renewed;
  });
}

interface Acting {
  readonly target: ActingTarget;
  readonly reason: string;
  /** UTC. */
  readonly until: Date;
}

/** Mails the account's owner who acts as which user, until when and why. */
async function mailOwner(
  { wantsActingMail, mail, session, locale }: ActingRequestContext,
  transaction: Queryable,
  { target, reason, until }: Acting,
): Promise<void> {
  if (!(await wantsActingMail(transaction, target.accountId))) return;
  const [owner, account, operator] = [
    await findOwnerRecipient(transaction, target.accountId),
    await findAccountBrand(transaction, target.accountId),
    await findRecipient(transaction, session.user.id),
  ];
  if (!owner || !account) return;
  await mail.enqueue(transaction, {
    template: 'actingStarted',
    data: {
      operatorName: operator?.name ?? '',
      userName: target.name,
      login: target.login,
      accountName: account.name,
      reason,
      at: new Date().toISOString(),
      until: until.toISOString(),
      // The operator's events in this account, the latest first.
      path: `${paths.audit}?userId=${session.user.id}`,
    },
    to: { address: owner.email, name: owner.name },
    locale: owner.locale ?? locale,
    companyId: account.companyId,
    accountId: target.accountId,
  });
}
