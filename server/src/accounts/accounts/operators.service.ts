import type { Account, accounts as endpoints, Feature, ParsedRequestOf, ResponseOf } from '@portico/contract';
import type { Database, Queryable } from '../../core/db/database.ts';
import { AppError, InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Audit, AuditDetail } from '../audit/audit.service.ts';
import { changesBetween } from '../audit/changes.ts';
import { insertAccountFeatures } from './accounts.queries.ts';
import { lockAccount } from './billing-details.queries.ts';
import { moveAccount, shareLockCompany } from './brands.queries.ts';
import {
  type AccountForOperators,
  type AccountNoteRow,
  deleteAccountFeatures,
  deleteNote as deleteNoteRow,
  findAccount,
  insertNote,
  listNotes as listNoteRows,
} from './operators.queries.ts';

export interface AccountsContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly accountPeople: {
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
}

/**
 * Changes an account under a lock of its row, and records the event in that account's audit log.
 * @param change returns null if nothing changed
 */
export async function changeAccount<Made extends Change>(
  { database, audit, actor }: CallContext,
  id: number,
  change: (on: Queryable, account: AccountForOperators) => Promise<Made | null>,
): Promise<Made | null> {
  return database.transaction(async (transaction) => {
    await lockAccount(transaction, id);
    const made = await change(transaction, await getAccountRow(transaction, id));
    if (made) await audit.record({ ...actor, kind: made.kind, detail: made.detail, accountId: id }, transaction);
    return made;
  });
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
