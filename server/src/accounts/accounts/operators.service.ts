import {
  type Account,
  type accounts as endpoints,
  type Feature,
  type ParsedRequestOf,
  paths,
  type ResponseOf,
} from '@portico/contract';
import type { Database, Queryable } from '../../core/db/database.ts';
import { AppError, InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import { type Operations, runOperation } from '../../core/operations/index.ts';
import type { Audit, AuditDetail } from '../audit/audit.service.ts';
import { changesBetween } from '../audit/changes.ts';
import type { SignInPort, SubscriptionsPort } from '../ports.ts';
import { mailAccountAdmins } from '../users/user-mails.ts';
import { insertAccountFeatures } from './accounts.queries.ts';
import { lockAccount } from './billing-details.queries.ts';
import { moveAccount, shareLockCompany } from './brands.queries.ts';
import {
  type AccountForOperators,
  type AccountNoteRow,
  deleteAccountFeatures,
  deleteNote as deleteNoteRow,
  disableAccount,
  enableAccount,
  findAccount,
  insertNote,
  listNotes as listNoteRows,
} from './operators.queries.ts';

export interface AccountsContext extends SubscriptionsPort {
  readonly database: Database;
  readonly operations: Operations;
  readonly mail: Pick<Mail, 'enqueueMany'>;
  readonly audit: Audit;
  readonly accountPeople: Pick<SignInPort, 'endAccountSessions'> & {
    /** Whether an account has operators. */
    hasOperators(on: Queryable, accountId: number): Promise<boolean>;
    findUserNames(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  };
}

/** An operator who disabled the operators' account could not enable it again (OPR-3). */
export class OperatorsAccountError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'accounts.hasOperators' } });
  }
}

type CallContext = AccountsContext & RequestContext;

/** @throws NotFoundError */
export async function getAccount({ database, accountPeople }: CallContext, id: number): Promise<Account> {
  return present({ on: database.query, accountPeople }, await getAccountRow(database.query, id));
}

/**
 * Locks the users of an account out until it is enabled again, from the next request on (OPR-3). Its subscriptions
 * continue, end with their paid periods or end now (OPR-14). @throws NotFoundError; OperatorsAccountError for the account
 * of operators; ChangeUnderWayError while subscriptions are being restored
 */
export async function disable(
  context: CallContext,
  id: number,
  { reason, subscriptions }: Disabling,
): Promise<Account> {
  const { accountPeople, session, actor } = context;
  const userId = session.user.id;
  await changeAccount(context, id, async (on, account) => {
    if (await accountPeople.hasOperators(on, account.id)) throw new OperatorsAccountError();
    if (!(await disableAccount(on, account.id, userId, reason))) return null;
    const ending = { accountId: id, userId, actor: { ...actor, accountId: id }, choice: subscriptions };
    const { operationId, hasSubscriptions } = await context.endAccountSubscriptions(on, ending);
    await mailAccountAdmins(context, on, id, ({ accountName }) => ({
      template: 'accountDisabled',
      data: { accountName, subscriptions: hasSubscriptions ? subscriptions : 'none' },
    }));
    return { kind: 'accountDisabled', detail: { reason, subscriptions }, operationId };
  });
  return getAccount(context, id);
}

/**
 * Lets the users of an account in again. Earlier sessions stay ended (OPR-3). Subscriptions that were canceled with the
 * account are restored (OPR-14). @throws NotFoundError; ChangeUnderWayError while subscriptions are being canceled
 */
export async function enable(context: CallContext, id: number): Promise<Account> {
  const { session, actor } = context;
  await changeAccount(context, id, async (on, { disabledAt }) => {
    await context.accountPeople.endAccountSessions(on, id);
    if (!disabledAt || !(await enableAccount(on, id))) return null;
    const restored = { accountId: id, userId: session.user.id, actor: { ...actor, accountId: id }, disabledAt };
    const operationId = await context.restoreAccountSubscriptions(on, restored);
    await mailAccountAdmins(context, on, id, ({ accountName }) => ({
      template: 'accountEnabled',
      data: { accountName, areSubscriptionsRestored: operationId !== undefined, path: paths.login },
    }));
    return { kind: 'accountEnabled', detail: {}, operationId };
  });
  return getAccount(context, id);
}

/** Gives an account exactly these features, from the next request on (OPR-4). @throws NotFoundError */
export async function saveFeatures(context: CallContext, id: number, wanted: readonly Feature[]): Promise<Account> {
  await changeAccount(context, id, async (on, account) => {
    const features = [...new Set(wanted)].sort();
    const [before, after] = [account.features.join(' '), features.join(' ')];
    if (before === after) return null;
    await deleteAccountFeatures(on, account.id);
    await insertAccountFeatures(on, account.id, features);
    return { kind: 'accountFeaturesChanged', detail: { before, after } };
  });
  return getAccount(context, id);
}

/**
 * Moves an account to another brand. Its users see it on the next page that they open (BRAND-6). @throws NotFoundError;
 * InvalidInputError for an unknown brand
 */
export async function saveCompany(context: CallContext, id: number, companyId: number): Promise<Account> {
  await changeAccount(context, id, async (on, account) => {
    // The lock prevents the removal of the brand until the transaction ends.
    const company = await shareLockCompany(on, companyId);
    if (!company) throw new InvalidInputError({ companyId: [{ key: 'companies.unknown' }] });
    if (companyId === account.companyId) return null;
    await moveAccount(on, account.id, companyId);
    const changes = changesBetween({ company: account.companyName }, { company: company.name }, ['company']);
    return { kind: 'accountCompanyChanged', detail: { changes } };
  });
  return getAccount(context, id);
}

interface Change {
  readonly kind: 'accountDisabled' | 'accountEnabled' | 'accountFeaturesChanged' | 'accountCompanyChanged';
  readonly detail: AuditDetail;
  /** An operation that begins in the same transaction, and runs after it. */
  readonly operationId?: string | undefined;
}

type Disabling = ParsedRequestOf<typeof endpoints.disable>['body'];

/** Changes an account under a lock of its row, and records the event in that account's audit log. */
async function changeAccount(
  { database, operations, audit, actor }: CallContext,
  id: number,
  change: (on: Queryable, account: AccountForOperators) => Promise<Change | null>,
): Promise<void> {
  const operationId = await database.transaction(async (transaction) => {
    await lockAccount(transaction, id);
    const made = await change(transaction, await getAccountRow(transaction, id));
    if (!made) return undefined;
    const { kind, detail } = made;
    await audit.record({ ...actor, kind, detail, accountId: id }, transaction);
    return made.operationId;
  });
  if (operationId) await runOperation(operations, operationId);
}

type ListNotes = ParsedRequestOf<typeof endpoints.listNotes>['query'];

/** @throws NotFoundError */
export async function listNotes(
  { database, accountPeople, session }: CallContext,
  id: number,
  page: ListNotes,
): Promise<ResponseOf<typeof endpoints.listNotes>> {
  const on = database.query;
  const [{ items, total }] = await Promise.all([listNoteRows(on, id, page), getAccountRow(on, id)]);
  const names = await accountPeople.findUserNames(on, [...new Set(items.flatMap(({ authorId }) => authorId ?? []))]);
  const notes = items.map((row) => presentNote(row, { names, userId: session.user.id }));
  return listAnswer(notes, total, page);
}

/** @throws NotFoundError */
export async function addNote(context: CallContext, id: number, text: string) {
  const { database, audit, actor, session, accountPeople } = context;
  const { id: userId } = session.user;
  const added = await database.transaction(async (transaction) => {
    await getAccountRow(transaction, id);
    const note = await insertNote(transaction, { accountId: id, authorId: userId, text });
    await audit.record({ ...actor, kind: 'accountNoteAdded', detail: { account: id, note: note.id } }, transaction);
    return note;
  });
  return presentNote(added, { names: await accountPeople.findUserNames(database.query, [userId]), userId });
}

/** Deletes an operator's own note (OPR-5). @throws NotFoundError, also for another operator's note */
export async function deleteNote(
  { database, audit, actor, session }: CallContext,
  { id: accountId, noteId }: { readonly id: number; readonly noteId: number },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const of = { id: noteId, accountId, authorId: session.user.id };
    if (!(await deleteNoteRow(transaction, of))) throw new NotFoundError();
    const detail = { account: accountId, note: noteId };
    await audit.record({ ...actor, kind: 'accountNoteDeleted', detail }, transaction);
  });
}

/** @throws NotFoundError */
async function getAccountRow(on: Queryable, id: number): Promise<AccountForOperators> {
  const found = await findAccount(on, id);
  if (!found) throw new NotFoundError();
  return found;
}

async function present(
  { on, accountPeople }: Pick<AccountsContext, 'accountPeople'> & { readonly on: Queryable },
  account: AccountForOperators,
): Promise<Account> {
  const { id, name, companyId, companyName, customerId, createdAt, features, disabledAt, disabledBy } = account;
  const [hasOperators, names] = await Promise.all([
    accountPeople.hasOperators(on, id),
    accountPeople.findUserNames(on, disabledBy === null ? [] : [disabledBy]),
  ]);
  return {
    id,
    name,
    company: { id: companyId, name: companyName },
    customerId,
    createdAt: createdAt.toISOString(),
    features,
    isSecondFactorRequired: account.isSecondFactorRequired,
    disabled: disabledAt && {
      at: disabledAt.toISOString(),
      reason: account.disabledReason ?? '',
      by: disabledBy === null ? null : (names.get(disabledBy) ?? null),
    },
    hasOperators,
  };
}

function presentNote(
  { id, text, at, authorId }: AccountNoteRow,
  { names, userId }: { readonly names: ReadonlyMap<number, string>; readonly userId: number },
) {
  const by = authorId === null ? null : (names.get(authorId) ?? null);
  return { id, text, at: at.toISOString(), by, isOwn: authorId === userId };
}
