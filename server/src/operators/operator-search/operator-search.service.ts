import type { SearchHit } from '@portico/contract';
import { findAccountNames, findAccountsByCustomers, searchAccounts, searchUsers } from '../../accounts/index.ts';
import { searchInvoices } from '../../billing/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { searchLicenses, searchOrders } from '../../licensing/index.ts';
import { rank } from './rank.ts';

/** Things of each kind that one search shows. */
const most = 5;
/** Characters without which nothing is looked for. */
const fewest = 2;

type Unnamed = Omit<SearchHit, 'account'> & { readonly accountId: number | null };

/** What a text names in all accounts (OPR-1). Each kind is found by an index of its own; nothing is found by fewer than two characters. */
export async function find({ database }: { readonly database: Database }, text: string): Promise<SearchHit[]> {
  if (text.length < fewest) return [];
  const on = database.query;
  const found = (
    await Promise.all([accountsOf(on, text), usersOf(on, text), numbersOf(on, text), invoicesOf(on, text)])
  ).flat();
  const names = await findAccountNames(on, [...new Set(found.flatMap(({ accountId }) => accountId ?? []))]);
  const named = found.map(({ accountId, ...item }): SearchHit => {
    const name = accountId === null ? undefined : names.get(accountId);
    return { ...item, account: accountId === null || name === undefined ? null : { id: accountId, name } };
  });
  return rank(text, named, most);
}

async function accountsOf(on: Queryable, text: string): Promise<Unnamed[]> {
  const found = await searchAccounts(on, text, most);
  return found.map(({ id, name }) => ({
    kind: 'account',
    id: String(id),
    label: name,
    detail: null,
    accountId: id,
    isManual: false,
  }));
}

async function usersOf(on: Queryable, text: string): Promise<Unnamed[]> {
  const found = await searchUsers(on, text, most);
  return found.map(({ id, accountId, name, login, email }) => ({
    kind: 'user',
    id: String(id),
    label: name || login,
    detail: email,
    accountId,
    isManual: false,
  }));
}

async function numbersOf(on: Queryable, text: string): Promise<Unnamed[]> {
  const [orders, licenses] = await Promise.all([searchOrders(on, text, most), searchLicenses(on, text, most)]);
  return [
    ...orders.map(
      ({ id, number, accountId, isManual }): Unnamed => ({
        kind: 'order',
        id: String(id),
        label: number,
        detail: null,
        accountId,
        isManual,
      }),
    ),
    ...licenses.map(
      ({ id, number, serialNumber, accountId }): Unnamed => ({
        kind: 'license',
        id: String(id),
        label: number,
        detail: serialNumber,
        accountId,
        isManual: false,
      }),
    ),
  ];
}

async function invoicesOf(on: Queryable, text: string): Promise<Unnamed[]> {
  const found = await searchInvoices(on, text, most);
  const accounts = await findAccountsByCustomers(on, [...new Set(found.map(({ customerId }) => customerId))]);
  return found.map(({ id, number, customerId }) => ({
    kind: 'invoice',
    id,
    label: number,
    detail: null,
    accountId: accounts.get(customerId) ?? null,
    isManual: false,
  }));
}
