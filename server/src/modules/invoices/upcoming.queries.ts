import { and, asc, count, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import {
  accounts,
  stripeCustomers,
  stripeSubscriptions,
  stripeUpcomingInvoices,
  subscriptions,
} from '../../db/schema/index.ts';
import type { UpcomingPreview } from '../../stripe/index.ts';

export type RenewingSubscription = Awaited<ReturnType<UpcomingQueries['listRenewing']>>['items'][number];

export function createUpcomingQueries({ query }: Database) {
  /** Those that will be charged again. */
  const renewing = (accountId: number, subscriptionId: number | undefined) =>
    and(
      eq(subscriptions.accountId, accountId),
      subscriptionId === undefined ? undefined : eq(subscriptions.id, subscriptionId),
      inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
      isNull(subscriptions.cancelAt),
      gt(subscriptions.amount, 0),
    );

  /** What the account's renewals before this row's cost, in cents; before tax where Stripe reckoned none of it yet. */
  const totalBefore = sql<number>`(
    select coalesce(sum(coalesce((kept.preview ->> 'total')::bigint, earlier.amount)), 0)
    from ${subscriptions} earlier
    left join ${stripeUpcomingInvoices} kept on kept.stripe_subscription_id = earlier.stripe_subscription_id
    where earlier.account_id = ${subscriptions.accountId}
      and earlier.status in ('active', 'trialing', 'past_due') and earlier.cancel_at is null and earlier.amount > 0
      and (earlier.expires_at, earlier.id) < (${subscriptions.expiresAt}, ${subscriptions.id}))`.mapWith(Number);

  return {
    async exists(accountId: number, subscriptionId: number): Promise<boolean> {
      const found = await query
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(and(eq(subscriptions.accountId, accountId), eq(subscriptions.id, subscriptionId)));
      return found.length > 0;
    },

    /**
     * The account's subscriptions that renew, the nearest first, with what Stripe reckoned for each before.
     * @param subscriptionId only this one.
     * @param freshSeconds how long that counts, unless the subscription or its customer changed since.
     */
    async listRenewing(
      accountId: number,
      { page, pageSize }: { readonly page: number; readonly pageSize: number },
      subscriptionId: number | undefined,
      freshSeconds: number,
    ) {
      const where = renewing(accountId, subscriptionId);
      const { askedAt } = stripeUpcomingInvoices;
      const [items, [counted]] = await Promise.all([
        query
          .select({
            id: subscriptions.id,
            stripeSubscriptionId: subscriptions.stripeSubscriptionId,
            productId: subscriptions.productId,
            planId: subscriptions.planId,
            currency: subscriptions.currency,
            totalBefore,
            preview: sql<UpcomingPreview | null>`${stripeUpcomingInvoices.preview}`,
            askedAt,
            isFresh: sql<boolean>`coalesce(${askedAt} > now() - make_interval(secs => ${freshSeconds})
              and ${askedAt} > coalesce(${stripeSubscriptions.syncedAt}, '-infinity')
              and ${askedAt} > coalesce(${stripeCustomers.syncedAt}, '-infinity'), false)`,
            /** The database's moment, before anything is asked. */
            now: sql<Date>`clock_timestamp()`.mapWith(askedAt),
          })
          .from(subscriptions)
          .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
          .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.id, subscriptions.stripeSubscriptionId))
          .leftJoin(stripeCustomers, eq(stripeCustomers.id, accounts.stripeCustomerId))
          .leftJoin(
            stripeUpcomingInvoices,
            eq(stripeUpcomingInvoices.stripeSubscriptionId, subscriptions.stripeSubscriptionId),
          )
          .where(where)
          .orderBy(asc(subscriptions.expiresAt), asc(subscriptions.id))
          .limit(pageSize)
          .offset((page - 1) * pageSize),
        query.select({ total: count() }).from(subscriptions).where(where),
      ]);
      return { items, total: counted?.total ?? 0 };
    },

    /** Keeps an answer, unless a later one is there. */
    async keep(stripeSubscriptionId: string, preview: UpcomingPreview | null, askedAt: Date): Promise<void> {
      await query
        .insert(stripeUpcomingInvoices)
        .values({ stripeSubscriptionId, preview, askedAt })
        .onConflictDoUpdate({
          target: stripeUpcomingInvoices.stripeSubscriptionId,
          set: { preview, askedAt },
          setWhere: lte(stripeUpcomingInvoices.askedAt, askedAt),
        });
    },

    /** Forgets what nobody would show any more. */
    async deleteOlderThan(days: number): Promise<void> {
      await query
        .delete(stripeUpcomingInvoices)
        .where(lt(stripeUpcomingInvoices.askedAt, sql`now() - make_interval(days => ${days})`));
    },
  };
}

export type UpcomingQueries = ReturnType<typeof createUpcomingQueries>;
