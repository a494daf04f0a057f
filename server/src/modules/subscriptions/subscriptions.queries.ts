import { and, asc, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database, Queryable } from '../../db/database.ts';
import { accounts, products, productTrials, stripeInvoices, subscriptions } from '../../db/schema/index.ts';
import { selectInvoices } from '../invoices/index.ts';
import { type CardWanted, projectionQueries } from './projection.queries.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type NewSubscriptionRow = typeof subscriptions.$inferInsert;

export interface ListOptions<Field extends string> {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: Field;
}

/** What asks for something comes first, what has ended comes last. */
const statusRank = sql`case when ${subscriptions.status} in ('past_due', 'unpaid') then 1 when ${subscriptions.status} = 'incomplete' then 2 when ${subscriptions.status} in ('active', 'trialing') then 3 else 4 end`;

const subscriptionColumns = {
  startDate: subscriptions.startedAt,
  // Few rows an account: ordering by a name that is looked up needs no index.
  productName: sql`(select ${products.displayName} ->> 'en' from ${products} where ${products.id} = ${subscriptions.productId})`,
  status: statusRank,
  expirationDate: subscriptions.expiresAt,
} as const;
export type SubscriptionSortField = keyof typeof subscriptionColumns;

const invoiceColumns = {
  created: stripeInvoices.created,
  dueDate: stripeInvoices.dueDate,
  number: stripeInvoices.number,
  status: stripeInvoices.status,
  total: stripeInvoices.total,
} as const;
export type InvoiceSortField = keyof typeof invoiceColumns;

/**
 * The id makes each order total, so that pages never overlap.
 * @param newest of rows that are alike, those with the later date come first
 */
function ordering(column: AnyPgColumn | SQL, id: AnyPgColumn, order: 'asc' | 'desc', newest?: AnyPgColumn): SQL[] {
  const alike = newest && newest !== column ? [desc(newest)] : [];
  return order === 'asc' ? [asc(column), ...alike, asc(id)] : [desc(column), ...alike, desc(id)];
}

const invoiceRow = {
  id: stripeInvoices.id,
  number: stripeInvoices.number,
  description: stripeInvoices.description,
  total: stripeInvoices.total,
  currency: stripeInvoices.currency,
  status: stripeInvoices.status,
  created: stripeInvoices.created,
  dueDate: stripeInvoices.dueDate,
  invoicePdf: stripeInvoices.invoicePdf,
  hostedInvoiceUrl: stripeInvoices.hostedInvoiceUrl,
} as const;

export function createSubscriptionQueries(database: Database) {
  const { query } = database;
  function ofAccount(accountId: number, productId?: string) {
    return and(
      eq(subscriptions.accountId, accountId),
      productId === undefined ? undefined : eq(subscriptions.productId, productId),
    );
  }
  return {
    async list(accountId: number, options: ListOptions<SubscriptionSortField>, productId?: string) {
      const where = ofAccount(accountId, productId);
      const [items, [counted]] = await Promise.all([
        query
          .select()
          .from(subscriptions)
          .where(where)
          .orderBy(
            ...ordering(
              subscriptionColumns[options.sortField],
              subscriptions.id,
              options.order,
              subscriptions.startedAt,
            ),
          )
          .limit(options.pageSize)
          .offset((options.page - 1) * options.pageSize),
        query.select({ total: count() }).from(subscriptions).where(where),
      ]);
      return { items, total: counted?.total ?? 0 };
    },
    async find(accountId: number, id: number): Promise<SubscriptionRow | undefined> {
      const [found] = await query
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.accountId, accountId), eq(subscriptions.id, id)));
      return found;
    },
    async findByStripeId(on: Queryable, stripeSubscriptionId: string): Promise<SubscriptionRow | undefined> {
      const [found] = await on
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId));
      return found;
    },
    /** Newest first. */
    listForProducts: (on: Queryable, accountId: number, productIds: readonly string[]): Promise<SubscriptionRow[]> =>
      on
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.accountId, accountId), inArray(subscriptions.productId, [...productIds])))
        .orderBy(desc(subscriptions.startedAt), desc(subscriptions.id)),
    listHeld(accountId: number, productIds: readonly string[]): Promise<SubscriptionRow[]> {
      return this.listForProducts(query, accountId, productIds);
    },
    /** Those of some products that an account ever had a trial of. */
    async listTried(accountId: number, productIds: readonly string[]): Promise<string[]> {
      const found = await query
        .select({ productId: productTrials.productId })
        .from(productTrials)
        .where(and(eq(productTrials.accountId, accountId), inArray(productTrials.productId, [...productIds])));
      return found.map(({ productId }) => productId);
    },
    /** Takes the row, so that what is decided by it holds until the transaction ends. */
    async lock(on: Queryable, accountId: number, id: number): Promise<SubscriptionRow | undefined> {
      const [found] = await on
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.accountId, accountId), eq(subscriptions.id, id)))
        .for('update');
      return found;
    },
    /** The cards that an account's subscriptions are charged to: of those that renew, and of those with something left to pay. Null stands for the default card. */
    async listCardsInUse(accountId: number, on: Queryable = query): Promise<ReadonlySet<string | null>> {
      const found = await on
        .select({ card: subscriptions.paymentMethodId })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.accountId, accountId),
            gt(subscriptions.amount, 0),
            or(
              inArray(subscriptions.status, ['past_due', 'unpaid', 'incomplete']),
              and(inArray(subscriptions.status, ['active', 'trialing']), isNull(subscriptions.cancelAt)),
            ),
          ),
        )
        .groupBy(subscriptions.paymentMethodId);
      return new Set(found.map(({ card }) => card));
    },
    /** An invoice of the account. */
    async findInvoice(accountId: number, invoiceId: string) {
      const [found] = await query
        .select({ status: stripeInvoices.status })
        .from(stripeInvoices)
        .innerJoin(accounts, eq(accounts.stripeCustomerId, stripeInvoices.customerId))
        .where(and(eq(stripeInvoices.id, invoiceId), eq(accounts.id, accountId), eq(stripeInvoices.deleted, false)));
      return found;
    },
    /** Whether something of a subscription is still to be paid. */
    async hasOpenInvoice(stripeSubscriptionId: string): Promise<boolean> {
      const found = await query
        .select({ id: stripeInvoices.id })
        .from(stripeInvoices)
        .where(
          and(
            eq(stripeInvoices.subscriptionId, stripeSubscriptionId),
            eq(stripeInvoices.status, 'open'),
            eq(stripeInvoices.deleted, false),
          ),
        )
        .limit(1);
      return found.length > 0;
    },
    /** The card that a subscription is charged to: its own, else the customer's default. Undefined for one that was deleted. */
    findCard: async (wanted: CardWanted) => (await projectionQueries.findCards(query, [wanted]))[0],
    async findCustomer(accountId: number): Promise<string | null> {
      const [found] = await query
        .select({ customerId: accounts.stripeCustomerId })
        .from(accounts)
        .where(eq(accounts.id, accountId));
      return found?.customerId ?? null;
    },
    listInvoices: (accountId: number, options: ListOptions<InvoiceSortField>) =>
      selectInvoices(database, accountId, options),
    async listSubscriptionInvoices(stripeSubscriptionId: string, options: ListOptions<InvoiceSortField>) {
      const where = and(eq(stripeInvoices.subscriptionId, stripeSubscriptionId), eq(stripeInvoices.deleted, false));
      const [items, [counted]] = await Promise.all([
        query
          .select(invoiceRow)
          .from(stripeInvoices)
          .where(where)
          .orderBy(...ordering(invoiceColumns[options.sortField], stripeInvoices.id, options.order))
          .limit(options.pageSize)
          .offset((options.page - 1) * options.pageSize),
        query.select({ total: count() }).from(stripeInvoices).where(where),
      ]);
      return { items, total: counted?.total ?? 0 };
    },
  };
}

export type SubscriptionQueries = ReturnType<typeof createSubscriptionQueries>;
