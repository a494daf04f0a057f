import type { AccountOverview, accountOverviews as endpoints, Locale, ResponseOf } from '@portico/contract';
import {
  type AccountPage,
  countUsers,
  describeKind,
  findAccount,
  findOwners,
  findRegistrationDetails,
  findUserNames,
  listAccountPage,
  listLatestEvents,
  listUsersOfAccount,
  type UsersOfAccountPage,
} from '../../accounts/index.ts';
import { countLive, listSubscriptions, listUnpaidOfCustomer, sumUnpaidBalances } from '../../billing/index.ts';
import { type Catalog, namePlan, nameProduct } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { findUsersWithFactors, findUsersWithPasskeys } from '../../identity/index.ts';
import { countSeats, findDeviceTotal, listLicenses } from '../../licensing/index.ts';
import { presentTrialHints } from './trial-hints.ts';

export interface AccountOverviewsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts'>;
}

type CallContext = AccountOverviewsContext & RequestContext;

/** Maximum rows of each list in an overview. */
const maxRows = 10;
const firstPage = { page: 1, pageSize: maxRows } as const;

/** A page of all accounts. Each column is read by one statement for all of them. */
export async function listOverviews(
  { database }: CallContext,
  options: AccountPage,
): Promise<ResponseOf<typeof endpoints.list>> {
  const on = database.query;
  const { items, total } = await listAccountPage(on, options);
  const ids = items.map(({ id }) => id);
  const customerIds = items.flatMap(({ customerId }) => customerId ?? []);
  const [owners, live, owed] = await Promise.all([
    findOwners(on, ids),
    countLive(on, ids),
    sumUnpaidBalances(on, customerIds),
  ]);
  const rows = items.map(({ id, name, companyName, customerId, createdAt, disabledAt }) => {
    const owner = owners.get(id);
    return {
      id,
      name,
      companyName,
      createdAt: createdAt.toISOString(),
      isDisabled: disabledAt !== null,
      owner: owner ? { name: owner.name, email: owner.email } : null,
      liveSubscriptions: live.get(id) ?? 0,
      owed: presentOwed(owed.get(customerId ?? '')),
    };
  });
  return listAnswer(rows, total, options);
}

const presentOwed = (amounts: readonly { currency: string; amount: number; invoices: number }[] = []) =>
  amounts.map(({ currency, amount, invoices }) => ({ currency, amount, invoices }));

/** A summary of an account (OPR-2). @throws NotFoundError */
export async function getOverview(context: CallContext, id: number): Promise<AccountOverview> {
  const { database, locale } = context;
  const on = database.query;
  const account = await findAccount(on, id);
  if (!account) throw new NotFoundError();
  const [owners, users, money, subscriptions, licenses, total, places, trials, activity, registration] =
    await Promise.all([
      findOwners(on, [id]),
      countUsers(on, id),
      presentMoney(on, account.customerId),
      presentSubscriptions(context, id),
      presentLicenses(context, id),
      findDeviceTotal(on, id),
      countSeats(on, id),
      presentTrialHints(context, { accountId: id, customerId: account.customerId }),
      latestActivity(on, id, { limit: maxRows, locale }),
      findRegistrationDetails(on, id),
    ]);
  return {
    owner: owners.get(id) ?? null,
    users,
    ...money,
    subscriptions,
    licenses,
    devices: { total, ...places },
    ...trials,
    activity,
    registration: registration ?? null,
  };
}

/** The unpaid amounts of the account's customer, and its oldest open invoices. */
async function presentMoney(
  on: Queryable,
  customerId: string | null,
): Promise<Pick<AccountOverview, 'owed' | 'openInvoices'>> {
  if (customerId === null) return { owed: [], openInvoices: { items: [], total: 0 } };
  const [owed, open] = await Promise.all([
    sumUnpaidBalances(on, [customerId]),
    listUnpaidOfCustomer(on, customerId, maxRows),
  ]);
  const now = new Date();
  const items = open.items.map(({ created, dueDate, ...invoice }) => ({
    ...invoice,
    created: created.toISOString(),
    dueDate: dueDate?.toISOString() ?? null,
    isOverdue: dueDate !== null && dueDate < now,
  }));
  return { owed: presentOwed(owed.get(customerId)), openInvoices: { items, total: open.total } };
}

async function presentSubscriptions(
  { database, catalog, locale }: CallContext,
  id: number,
): Promise<AccountOverview['subscriptions']> {
  const [{ items, total }, products] = await Promise.all([
    listSubscriptions(database.query, id, { ...firstPage, sortField: 'status', order: 'asc' }, new Map()),
    catalog.findProducts(),
  ]);
  const presented = items.map((row) => ({
    id: row.id,
    productName: nameProduct(products, row.productId, locale),
    planName: namePlan(products, row, locale),
    quantity: row.quantity,
    status: row.status,
    isTrial: row.trial,
    amount: row.amount,
    currency: row.currency,
    interval: row.interval as 'Day' | 'Month' | 'Year',
    intervalCount: row.intervalCount,
    expirationDate: row.expiresAt?.toISOString() ?? null,
    unpaidSince: row.unpaidSince?.toISOString() ?? null,
    cancelAt: row.cancelAt?.toISOString() ?? null,
  }));
  return { items: presented, total };
}

async function presentLicenses(
  { database, catalog, locale }: CallContext,
  id: number,
): Promise<AccountOverview['licenses']> {
  const [{ items, total }, products] = await Promise.all([
    listLicenses(database, id, { ...firstPage, sortField: 'status', order: 'asc' }),
    catalog.findProducts(),
  ]);
  const presented = items.map((row) => ({
    id: row.id,
    number: row.number,
    serialNumber: row.serialNumber,
    productName: nameProduct(products, row.productId, locale),
    status: row.status as 1 | 2 | 3,
    quantity: row.quantity,
    usedQuantity: row.usedQuantity,
    exceededQuantity: row.exceededQuantity,
    expirationDate: row.expiresAt?.toISOString() ?? null,
  }));
  return { items: presented, total };
}

/** The users of an account. A passkey counts as a second factor (MFA-2). @throws NotFoundError */
export async function listUsers(
  { database }: CallContext,
  id: number,
  options: UsersOfAccountPage,
): Promise<ResponseOf<typeof endpoints.listUsers>> {
  const on = database.query;
  const [account, { items, total }] = await Promise.all([findAccount(on, id), listUsersOfAccount(on, id, options)]);
  if (!account) throw new NotFoundError();
  const ids = items.map((user) => user.id);
  const [factors, passkeys] = await Promise.all([findUsersWithFactors(on, ids), findUsersWithPasskeys(on, ids)]);
  const users = items.map(({ lastLoginDate, ...user }) => ({
    ...user,
    hasSecondFactor: factors.has(user.id) || passkeys.has(user.id),
    lastLoginDate: lastLoginDate?.toISOString() ?? null,
  }));
  return listAnswer(users, total, options);
}

/** The latest events of an account, each with the user in whose name it happened and the operator who did it, if any. */
async function latestActivity(
  on: Queryable,
  accountId: number,
  { limit, locale }: { readonly limit: number; readonly locale: Locale },
): Promise<AccountOverview['activity']> {
  const events = await listLatestEvents(on, accountId, limit);
  const ids = new Set(events.flatMap(({ userId, realUserId }) => [userId ?? [], realUserId ?? []].flat()));
  const names = await findUserNames(on, [...ids]);
  const userName = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return events.map(({ id, at, kind, userId, realUserId }) => ({
    id,
    at: at.toISOString(),
    text: describeKind(kind, locale),
    user: userName(userId),
    by: realUserId === userId ? null : userName(realUserId),
  }));
}
