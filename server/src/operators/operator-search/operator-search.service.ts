import type { SearchHit } from '@portico/contract';
import { findAccountNames, findAccountsByCustomers, searchAccounts, searchUsers } from '../../accounts/index.ts';
import { searchInvoices } from '../../billing/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { searchLicenses, searchOrders } from '../../licensing/index.ts';
import { rank } from './rank.ts';

/** Maximum hits of each kind. */
const maxHits = 5;
/** Shorter texts find nothing. */
const minLength = 2;

type Unnamed = Omit<SearchHit, 'account'> & { readonly accountId: number | null };

/** Searches all accounts (OPR-1). Each kind has an index of its own. Texts of fewer than two characters find nothing. */
export async function search({ database }: { readonly database: Database }, typed: string): Promise<SearchHit[]> {
  // As it is stored, whatever a mail or a word processor made of it.
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Dash}/gu, '-')
    .trim();
  if (text.length < minLength) return [];
  const on = database.query;
  const found = (
    await Promise.all([findAccounts(on, text), findUsers(on, text), findNumbers(on, text), findInvoices(on, text)])
  ).flat();
  const names = await findAccountNames(on, [...new Set(found.flatMap(({ accountId }) => accountId ?? []))]);
  const named = found.map(({ accountId, ...item }): SearchHit => {
    const name = accountId === null ? undefined : names.get(accountId);
    return { ...item, account: accountId === null || name === undefined ? null : { id: accountId, name } };
  });
  return rank(text, named, maxHits);
}

async function findAccounts(on: Queryable, text: string): Promise<Unnamed[]> {
  const found = await searchAccounts(on, text, maxHits);
  return found.map(({ id, name }) => ({
    kind: 'account',
    id: String(id),
    label: name,
    detail: null,
    accountId: id,
    isManual: false,
  }));
}

async function findUsers(on: Queryable, text: string): Promise<Unnamed[]> {
  const found = await searchUsers(on, text, maxHits);
  return found.map(({ id, accountId, name, login, email }) => ({
    kind: 'user',
    id: String(id),
    label: name || login,
    detail: email,
    accountId,
    isManual: false,
  }));
}

async function findNumbers(on: Queryable, text: string): Promise<Unnamed[]> {
  const [orders, licenses] = await Promise.all([searchOrders(on, text, maxHits), searchLicenses(on, text, maxHits)]);
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

async function findInvoices(on: Queryable, text: string): Promise<Unnamed[]> {
  const found = await searchInvoices(on, text, maxHits);
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
