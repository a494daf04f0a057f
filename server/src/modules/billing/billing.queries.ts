import type { ShippingDetails } from '@portico/contract';
import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/database.ts';
import { accounts, stripeCustomers, stripeOperations, stripePaymentMethods } from '../../db/schema/index.ts';

const cardColumns = {
  id: stripePaymentMethods.id,
  brand: stripePaymentMethods.brand,
  last4: stripePaymentMethods.last4,
  expMonth: stripePaymentMethods.expMonth,
  expYear: stripePaymentMethods.expYear,
  name: sql<string | null>`${stripePaymentMethods.data} #>> '{billing_details,name}'`,
  email: sql<string | null>`${stripePaymentMethods.data} #>> '{billing_details,email}'`,
  isDefault: sql<boolean>`${stripePaymentMethods.id} is not distinct from ${stripeCustomers.defaultPaymentMethod}`,
};

/** What a request that is kept says of cards, whatever it is for. */
interface CardsOfRequest {
  readonly paymentMethodId?: string;
  readonly formerPaymentMethodId?: string | null;
}

/** What an account is to Stripe. */
export interface BillingAccount {
  /** Null before the first. */
  readonly customerId: string | null;
  readonly name: string;
  /** For invoices; null before the first purchase. */
  readonly address: ShippingDetails | null;
  /** The test clock whose time the customer lives in; null for all but those of Stripe's test mode that were put on one. */
  readonly testClockId: string | null;
}

export type CardRow = Awaited<ReturnType<BillingQueries['listCards']>>['items'][number];

export function createBillingQueries({ query }: Database) {
  const ofAccount = (accountId: number) =>
    and(eq(accounts.id, accountId), eq(stripePaymentMethods.type, 'card'), eq(stripePaymentMethods.deleted, false));
  const cards = (accountId: number) =>
    query
      .select(cardColumns)
      .from(accounts)
      .innerJoin(stripePaymentMethods, eq(stripePaymentMethods.customerId, accounts.stripeCustomerId))
      .leftJoin(stripeCustomers, eq(stripeCustomers.id, accounts.stripeCustomerId))
      .where(ofAccount(accountId));
  return {
    async findBillingAccount(accountId: number): Promise<BillingAccount> {
      const [found] = await query
        .select({
          customerId: accounts.stripeCustomerId,
          name: accounts.name,
          address: accounts.businessAddress,
          testClockId: sql<string | null>`${stripeCustomers.data} ->> 'test_clock'`,
        })
        .from(accounts)
        .leftJoin(stripeCustomers, eq(stripeCustomers.id, accounts.stripeCustomerId))
        .where(eq(accounts.id, accountId));
      if (!found) throw new Error(`There is no account ${accountId}`);
      return found;
    },
    /** Keeps the first customer that was made. */
    async keepCustomer(on: Queryable, accountId: number, customerId: string): Promise<void> {
      await on
        .update(accounts)
        .set({ stripeCustomerId: customerId })
        .where(and(eq(accounts.id, accountId), isNull(accounts.stripeCustomerId)));
    },
    /** Whether one of the saved cards is the default one. */
    async hasDefaultCard(accountId: number): Promise<boolean> {
      const found = await query
        .select({ id: stripePaymentMethods.id })
        .from(accounts)
        .innerJoin(stripeCustomers, eq(stripeCustomers.id, accounts.stripeCustomerId))
        .innerJoin(stripePaymentMethods, eq(stripePaymentMethods.id, stripeCustomers.defaultPaymentMethod))
        .where(ofAccount(accountId));
      return found.length > 0;
    },
    /** The default card first. */
    async listCards(
      accountId: number,
      { page, pageSize, order }: { page: number; pageSize: number; order: 'asc' | 'desc' },
    ) {
      const [items, [counted]] = await Promise.all([
        cards(accountId)
          .orderBy(
            desc(cardColumns.isDefault),
            (order === 'asc' ? asc : desc)(stripePaymentMethods.created),
            stripePaymentMethods.id,
          )
          .limit(pageSize)
          .offset((page - 1) * pageSize),
        query
          .select({ total: count() })
          .from(accounts)
          .innerJoin(stripePaymentMethods, eq(stripePaymentMethods.customerId, accounts.stripeCustomerId))
          .where(ofAccount(accountId)),
      ]);
      return { items, total: counted?.total ?? 0 };
    },
    async findCard(accountId: number, paymentMethodId: string, on: Queryable = query) {
      const [found] = await on
        .select(cardColumns)
        .from(accounts)
        .innerJoin(stripePaymentMethods, eq(stripePaymentMethods.customerId, accounts.stripeCustomerId))
        .leftJoin(stripeCustomers, eq(stripeCustomers.id, accounts.stripeCustomerId))
        .where(and(ofAccount(accountId), eq(stripePaymentMethods.id, paymentMethodId)));
      return found;
    },
    /** Takes a card's row, so that what is decided by it holds until the transaction ends. @returns whether the account has it. */
    async lockCard(on: Queryable, accountId: number, paymentMethodId: string): Promise<boolean> {
      const found = await on
        .select({ id: stripePaymentMethods.id })
        .from(stripePaymentMethods)
        .innerJoin(accounts, eq(accounts.stripeCustomerId, stripePaymentMethods.customerId))
        .where(and(ofAccount(accountId), eq(stripePaymentMethods.id, paymentMethodId)))
        .for('update', { of: stripePaymentMethods });
      return found.length > 0;
    },
    /**
     * The cards that something of the account which is not settled is to be paid with, or gives back to a subscription where it is let go of. Null
     * stands for the default card. What is changed at a card itself has it as its subject, and counts for nothing.
     */
    async listCardsHeld(on: Queryable, accountId: number, subject: string): Promise<ReadonlySet<string | null>> {
      const found = await on
        .select({ request: stripeOperations.request })
        .from(stripeOperations)
        .where(
          and(
            eq(stripeOperations.accountId, accountId),
            inArray(stripeOperations.state, ['pending', 'requires_action']),
            ne(stripeOperations.subject, subject),
          ),
        );
      return new Set(found.flatMap(({ request }) => cardsHeldBy(request as CardsOfRequest)));
    },
  };
}

export type BillingQueries = ReturnType<typeof createBillingQueries>;

function cardsHeldBy({ paymentMethodId, formerPaymentMethodId }: CardsOfRequest): (string | null)[] {
  return [paymentMethodId, formerPaymentMethodId].filter((card) => card !== undefined);
}
