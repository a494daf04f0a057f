import type { Audit } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { readPriceTerms, recordIssues, type StripeSubscription, settleIssues } from '../../core/stripe/index.ts';
import type { ExplainedItem } from './item-prices.projection.ts';
import type { ProjectedRow } from './row.projection.ts';
import { wireStatus } from './subscriptions.rules.ts';

/** A subscription of the mirror, and what it means. */
interface Projectable {
  readonly subscription: StripeSubscription;
  readonly customerId: string;
  readonly items: readonly ExplainedItem[];
  readonly row: ProjectedRow | undefined;
}

/**
 * Reports live subscriptions whose plan follows from no price of the catalog, so that an operator chooses it (SUB-38). Ignores subscriptions of
 * customers without an account.
 * @param accounts by customer
 */
export async function reportUnknownPrices(
  { audit }: { readonly audit: Pick<Audit, 'record'> },
  on: Queryable,
  projectables: readonly Projectable[],
  accounts: ReadonlyMap<string, number>,
): Promise<void> {
  const unknown = projectables.flatMap((one) => {
    const accountId = accounts.get(one.customerId);
    const item = accountId === undefined ? undefined : findUnknownItem(one);
    return item && accountId !== undefined ? [{ ...one, accountId, item }] : [];
  });
  const found = new Set(unknown.map(({ subscription }) => subscription.id));
  await settleIssues(
    on,
    'priceUnknown',
    projectables.map(({ subscription }) => subscription.id).filter((id) => !found.has(id)),
  );
  const reported = await recordIssues(
    on,
    unknown.map(({ subscription, accountId, item, row }) => ({
      kind: 'priceUnknown',
      subject: subscription.id,
      accountId,
      reason: describePrice(item),
      productId: row?.productId ?? null,
      stripePriceId: item.price.id,
    })),
  );
  for (const { subscription, accountId, item } of unknown.filter((one) => reported.has(one.subscription.id)))
    await audit.record(
      {
        kind: 'stripePriceUnknown',
        accountId,
        detail: { stripeSubscriptionId: subscription.id, stripePriceId: item.price.id },
      },
      on,
    );
}

/** The item that should name the plan of a live subscription, but does not. */
function findUnknownItem({ subscription, items, row }: Projectable): ExplainedItem['item'] | undefined {
  if (wireStatus(subscription.status) === 4) return undefined;
  if (!row) return items[0]?.item;
  const main = items.find(({ price }) => price?.kind === 'base') ?? items.find(({ price }) => price?.plan);
  return main?.isKnown ? undefined : main?.item;
}

/** The price for operators, such as 'price_1 · 41.00 USD / 1 month'. */
function describePrice(item: ExplainedItem['item']): string {
  const { amount, currency, interval, intervalCount } = readPriceTerms(item.price);
  return `${item.price.id} · ${(amount / 100).toFixed(2)} ${currency.toUpperCase()} / ${intervalCount} ${interval.toLowerCase()}`;
}
