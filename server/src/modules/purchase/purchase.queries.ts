import type { ShippingDetails } from '@portico/contract';
import { and, count, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/database.ts';
import { accounts } from '../../db/schema/accounts.gen.ts';
import { stripePaymentMethods } from '../../db/schema/cards.gen.ts';
import { couponRedemptions } from '../../db/schema/coupons.gen.ts';
import { stripeCustomers } from '../../db/schema/customers.gen.ts';
import { stripeInvoiceItems } from '../../db/schema/invoices.gen.ts';
import { stripeOperations } from '../../db/schema/operations.gen.ts';
import { purchaseQuotes } from '../../db/schema/purchase.gen.ts';
import { productTrials, stripeSubscriptions } from '../../db/schema/subscriptions.gen.ts';
import { arePendingItemsOf, type hasAddress } from '../../stripe/index.ts';
import {
  type MirroredCustomer,
  type MirroredSubscription,
  type MoneyOfCustomer,
  standingTerms,
} from './purchase.basis.ts';

type CustomerAddress = Parameters<typeof hasAddress>[0];

/** Purchases among the operations at Stripe. */
export const purchaseKind = 'purchase';

/** Amount, discounts and tax rates of an item that waits for its invoice, as text. */
const termsOfItem = sql`concat_ws(' ', ${stripeInvoiceItems.amount}, ${stripeInvoiceItems.data} ->> 'discountable',
  ${stripeInvoiceItems.data} ->> 'discounts', jsonb_path_query_array(${stripeInvoiceItems.data}, '$.tax_rates[*].id'))`;

/** An account's purchases in a state. */
const purchasesOf = (accountId: number, state: (typeof stripeOperations.$inferSelect)['state']) =>
  and(
    eq(stripeOperations.accountId, accountId),
    eq(stripeOperations.kind, purchaseKind),
    eq(stripeOperations.state, state),
  );

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
    /**
     * Takes the account's row: its purchases begin one after the other, of whatever product. What refers to the row does not wait for it.
     * @returns the address for its invoices; null before the first purchase.
     */
    async lockAccount(on: Queryable, accountId: number): Promise<ShippingDetails | null> {
      const [found] = await on
        .select({ address: accounts.businessAddress })
        .from(accounts)
        .where(eq(accounts.id, accountId))
        .for('no key update');
      return found?.address ?? null;
    },
    /** Whether calls are being made for the account's purchase of another product; one that waits for its card's holder has made them. */
    async isBuyingAnother(on: Queryable, accountId: number, productId: string): Promise<boolean> {
      const found = await on
        .select({ id: stripeOperations.id })
        .from(stripeOperations)
        .where(and(purchasesOf(accountId, 'pending'), ne(stripeOperations.subject, productId)))
        .limit(1);
      return found.length > 0;
    },
    /** When the account's last purchase but so many was begun, among those of the last hour that no card paid for. */
    async findUnpaid(on: Queryable, accountId: number, newer: number): Promise<Date | undefined> {
      const [found] = await on
        .select({ createdAt: stripeOperations.createdAt })
        .from(stripeOperations)
        .where(
          and(
            purchasesOf(accountId, 'failed'),
            sql`${stripeOperations.error} ->> 'code' = 'CardError'`,
            gt(stripeOperations.createdAt, sql`now() - interval '1 hour'`),
          ),
        )
        .orderBy(desc(stripeOperations.createdAt))
        .offset(newer)
        .limit(1);
      return found?.createdAt;
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
    /**
     * A customer's balance, tax and discounts, and what waits for an invoice, as the mirror has them; nothing of these without a customer.
     * @param stripeSubscriptionId the subscription that is changed; null where another is made.
     */
    async findMoney(
      on: Queryable,
      customerId: string | null,
      stripeSubscriptionId: string | null,
    ): Promise<MoneyOfCustomer> {
      const [customer] = await on
        .select({ balance: stripeCustomers.balance, data: stripeCustomers.data })
        .from(stripeCustomers)
        .where(and(eq(stripeCustomers.id, customerId ?? ''), eq(stripeCustomers.deleted, false)));
      const [subscription] = stripeSubscriptionId
        ? await on
            .select({ data: stripeSubscriptions.data })
            .from(stripeSubscriptions)
            .where(eq(stripeSubscriptions.id, stripeSubscriptionId))
        : [];
      const [pending] = await on
        .select({
          items: count(),
          amount: sql`coalesce(sum(${stripeInvoiceItems.amount}), 0)`.mapWith(Number),
          terms: sql<string>`md5(coalesce(string_agg(${termsOfItem}, ',' order by ${termsOfItem}), ''))`,
        })
        .from(stripeInvoiceItems)
        .where(arePendingItemsOf(database, customerId ?? ''));
      return {
        ...standingTerms(
          customer?.data as MirroredCustomer | undefined,
          subscription?.data as MirroredSubscription | undefined,
        ),
        balance: customer?.balance ?? 0,
        pendingItems: pending?.items ?? 0,
        pendingAmount: pending?.amount ?? 0,
        pendingTerms: pending?.terms ?? '',
      };
    },
    /** Whether an account ever had a trial of a product, whatever became of it. */
    async hadTrial(on: Queryable, accountId: number, productId: string): Promise<boolean> {
      const found = await on
        .select({ productId: productTrials.productId })
        .from(productTrials)
        .where(and(eq(productTrials.accountId, accountId), eq(productTrials.productId, productId)));
      return found.length > 0;
    },
    /** Whether a coupon is used up for an account. One that an open purchase holds may still come back. */
    async hasUsedCoupon(accountId: number, stripePromotionCodeId: string): Promise<boolean> {
      const found = await query
        .select({ operationId: couponRedemptions.operationId })
        .from(couponRedemptions)
        .leftJoin(stripeOperations, eq(stripeOperations.id, couponRedemptions.operationId))
        .where(
          and(
            eq(couponRedemptions.accountId, accountId),
            eq(couponRedemptions.stripePromotionCodeId, stripePromotionCodeId),
            or(isNull(stripeOperations.id), isNotNull(stripeOperations.settledAt)),
          ),
        );
      return found.length > 0;
    },
    /** Uses a coupon up for an account. @returns false when it is used, or held by another purchase. */
    async redeemCoupon(
      on: Queryable,
      redemption: { accountId: number; stripePromotionCodeId: string; operationId: string },
    ): Promise<boolean> {
      const redeemed = await on
        .insert(couponRedemptions)
        .values(redemption)
        .onConflictDoNothing()
        .returning({ operationId: couponRedemptions.operationId });
      return redeemed.length > 0;
    },
    /** How often an account let go of a purchase with a coupon that Stripe had redeemed already: it counts there among all redemptions. */
    async countLetGo(on: Queryable, accountId: number, stripePromotionCodeId: string): Promise<number> {
      const [counted] = await on
        .select({ total: count() })
        .from(stripeOperations)
        .where(
          and(
            purchasesOf(accountId, 'failed'),
            isNotNull(stripeOperations.result),
            sql`${stripeOperations.request} #>> '{quoted,terms,promotionCodeId}' = ${stripePromotionCodeId}`,
          ),
        );
      return counted?.total ?? 0;
    },
    /** Gives back the coupon of a purchase that failed. */
    async giveCouponBack(on: Queryable, operationId: string): Promise<void> {
      await on.delete(couponRedemptions).where(eq(couponRedemptions.operationId, operationId));
    },
    /** Whether something is taken off a subscription's price, as the mirror knows it. */
    async hasDiscount(stripeSubscriptionId: string): Promise<boolean> {
      const [found] = await query
        .select({
          discounted:
            sql<boolean>`coalesce(jsonb_array_length(${stripeSubscriptions.data} -> 'discounts'), 0) > 0`.mapWith(
              Boolean,
            ),
        })
        .from(stripeSubscriptions)
        .where(eq(stripeSubscriptions.id, stripeSubscriptionId));
      return found?.discounted ?? false;
    },
    async saveBusinessAddress(accountId: number, address: ShippingDetails): Promise<void> {
      await query.update(accounts).set({ businessAddress: address }).where(eq(accounts.id, accountId));
    },
  };
}

export type PurchaseQueries = ReturnType<typeof createPurchaseQueries>;
