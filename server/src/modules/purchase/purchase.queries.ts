import type { ShippingDetails } from '@portico/contract';
import { and, count, eq, lt, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/database.ts';
import {
  accounts,
  purchaseQuotes,
  stripeCustomers,
  stripeInvoiceItems,
  stripePaymentMethods,
} from '../../db/schema/index.ts';
import { arePendingItemsOf, type hasAddress } from '../../stripe/index.ts';
import type { MoneyOfCustomer } from './purchase.basis.ts';

type CustomerAddress = Parameters<typeof hasAddress>[0];

export type QuoteRow = typeof purchaseQuotes.$inferSelect;

export function createPurchaseQueries(database: Database) {
  const { query } = database;
  return {
    async insertQuote(quote: typeof purchaseQuotes.$inferInsert): Promise<void> {
      await query.insert(purchaseQuotes).values(quote);
    },
    async findQuote(on: Queryable, id: string, accountId: number): Promise<QuoteRow | undefined> {
      const [found] = await on
        .select()
        .from(purchaseQuotes)
        .where(and(eq(purchaseQuotes.id, id), eq(purchaseQuotes.accountId, accountId)));
      return found;
    },
    /** Locks the quote, so that two identical purchases begin one after the other. */
    async lockQuote(on: Queryable, id: string, accountId: number): Promise<QuoteRow | undefined> {
      const [found] = await on
        .select()
        .from(purchaseQuotes)
        .where(and(eq(purchaseQuotes.id, id), eq(purchaseQuotes.accountId, accountId)))
        .for('update');
      return found;
    },
    async bindQuote(on: Queryable, id: string, operationId: string): Promise<void> {
      await on.update(purchaseQuotes).set({ operationId }).where(eq(purchaseQuotes.id, id));
    },
    async deleteExpiredQuotes(): Promise<void> {
      await query.delete(purchaseQuotes).where(lt(purchaseQuotes.expiresAt, sql`now() - interval '7 days'`));
    },
    async ownsCard(customerId: string, paymentMethodId: string): Promise<boolean> {
      const found = await query
        .select({ id: stripePaymentMethods.id })
        .from(stripePaymentMethods)
        .where(
          and(
            eq(stripePaymentMethods.id, paymentMethodId),
            eq(stripePaymentMethods.customerId, customerId),
            eq(stripePaymentMethods.deleted, false),
          ),
        );
      return found.length > 0;
    },
    /** What is known of a customer's address at Stripe. */
    async findMirroredCustomer(customerId: string): Promise<CustomerAddress | undefined> {
      const [found] = await query
        .select({ data: stripeCustomers.data })
        .from(stripeCustomers)
        .where(and(eq(stripeCustomers.id, customerId), eq(stripeCustomers.deleted, false)));
      return found?.data as CustomerAddress | undefined;
    },
    /** A customer's balance and what waits for an invoice, as the mirror has them; nothing of either without a customer. */
    async findMoney(customerId: string | null): Promise<MoneyOfCustomer> {
      const [[customer], [pending]] = await Promise.all([
        query
          .select({ balance: stripeCustomers.balance })
          .from(stripeCustomers)
          .where(and(eq(stripeCustomers.id, customerId ?? ''), eq(stripeCustomers.deleted, false))),
        query
          .select({
            items: count(),
            amount: sql`coalesce(sum(${stripeInvoiceItems.amount}), 0)`.mapWith(Number),
          })
          .from(stripeInvoiceItems)
          .where(arePendingItemsOf(database, customerId ?? '')),
      ]);
      return {
        balance: customer?.balance ?? 0,
        pendingItems: pending?.items ?? 0,
        pendingAmount: pending?.amount ?? 0,
      };
    },
    async saveBusinessAddress(accountId: number, address: ShippingDetails): Promise<void> {
      await query.update(accounts).set({ businessAddress: address }).where(eq(accounts.id, accountId));
    },
  };
}

export type PurchaseQueries = ReturnType<typeof createPurchaseQueries>;
