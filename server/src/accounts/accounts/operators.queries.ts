import type { Feature } from '@portico/contract';
import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accountFeatures, accountNotes, accounts, companies } from '../../core/db/schema/accounts.gen.ts';
import { inDictionaryOrder } from '../../core/db/text-patterns.ts';
import { isOpen, nameContains } from './listing.queries.ts';

export type AccountForOperators = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
export type AccountNoteRow = Awaited<ReturnType<typeof listNotes>>['items'][number];

/** An account with its brand and features. Undefined if it does not exist. */
export async function findAccount(on: Queryable, id: number) {
  const [found] = await on
    .select({
      id: accounts.id,
      name: accounts.name,
      companyId: accounts.companyId,
      companyName: companies.name,
      customerId: accounts.stripeCustomerId,
      createdAt: accounts.createdAt,
      isSecondFactorRequired: accounts.secondFactorRequired,
      disabledAt: accounts.disabledAt,
      disabledReason: accounts.disabledReason,
      disabledBy: accounts.disabledBy,
      features: sql<Feature[]>`array(select ${accountFeatures.feature} from ${accountFeatures}
        where ${accountFeatures.accountId} = ${accounts.id} order by 1)`,
    })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .where(and(eq(accounts.id, id), isOpen));
  return found;
}

/** Locks an account's users out. @returns false if the account was disabled already */
export async function disableAccount(on: Queryable, id: number, by: number, reason: string): Promise<boolean> {
  const { rowCount } = await on
    .update(accounts)
    .set({ disabledAt: sql`now()`, disabledReason: reason, disabledBy: by })
    .where(and(eq(accounts.id, id), isNull(accounts.disabledAt)));
  return (rowCount ?? 0) > 0;
}

/** Enables a disabled account. @returns false if the account was enabled already */
export async function enableAccount(on: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await on
    .update(accounts)
    .set({ disabledAt: null, disabledReason: null, disabledBy: null })
    .where(and(eq(accounts.id, id), isNotNull(accounts.disabledAt)));
  return (rowCount ?? 0) > 0;
}

export async function deleteAccountFeatures(on: Queryable, accountId: number): Promise<void> {
  await on.delete(accountFeatures).where(eq(accountFeatures.accountId, accountId));
}

export interface AccountPage {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: 'name' | 'createdAt';
  readonly textFilter: string;
}

/** A page of all accounts. Each order has an index that ends with the id, so pages never overlap. */
export async function listAccountPage(on: Queryable, { page, pageSize, order, sortField, textFilter }: AccountPage) {
  const where = and(isOpen, textFilter ? nameContains(textFilter) : undefined);
  const direction = order === 'asc' ? asc : desc;
  const column = sortField === 'name' ? inDictionaryOrder(accounts.name) : accounts.createdAt;
  const [items, [counted]] = await Promise.all([
    on
      .select({
        id: accounts.id,
        name: accounts.name,
        companyName: companies.name,
        customerId: accounts.stripeCustomerId,
        createdAt: accounts.createdAt,
        disabledAt: accounts.disabledAt,
      })
      .from(accounts)
      .innerJoin(companies, eq(companies.id, accounts.companyId))
      .where(where)
      .orderBy(direction(column), direction(accounts.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(accounts).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

const noteColumns = {
  id: accountNotes.id,
  text: accountNotes.text,
  at: accountNotes.writtenAt,
  authorId: accountNotes.authorId,
};

/** A page of the notes about an account, newest first. */
export async function listNotes(
  on: Queryable,
  accountId: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const where = eq(accountNotes.accountId, accountId);
  const [items, [counted]] = await Promise.all([
    on
      .select(noteColumns)
      .from(accountNotes)
      .where(where)
      .orderBy(desc(accountNotes.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(accountNotes).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

export async function insertNote(on: Queryable, note: typeof accountNotes.$inferInsert): Promise<AccountNoteRow> {
  const [added] = await on.insert(accountNotes).values(note).returning(noteColumns);
  return added as AccountNoteRow;
}

/** Deletes a note of an author. @returns false if there is no such note */
export async function deleteNote(
  on: Queryable,
  of: { readonly id: number; readonly accountId: number; readonly authorId: number },
): Promise<boolean> {
  const { rowCount } = await on
    .delete(accountNotes)
    .where(
      and(eq(accountNotes.id, of.id), eq(accountNotes.accountId, of.accountId), eq(accountNotes.authorId, of.authorId)),
    );
  return (rowCount ?? 0) > 0;
}
