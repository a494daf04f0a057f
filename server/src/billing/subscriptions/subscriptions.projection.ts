import { addDays } from 'date-fns/addDays';
import type { Logger } from 'pino';
import { type Audit, findAccountsByCustomers } from '../../accounts/index.ts';
import type { Catalog, SoldPrice } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { HeldDiscount } from '../../core/db/schema/stored-types.ts';
import { AppError } from '../../core/http/app-error.ts';
import type { Gateway, StripeSubscription, SubscriptionListener } from '../../core/stripe/index.ts';
import type { LicensingPort, ProjectedSubscriptions } from '../ports.ts';
import {
  findEverCanceled,
  findSubscriptionsByStripeIds,
  insertChanges,
  lockSubscriptionsByStripeIds,
} from './changes.queries.ts';
import { findStateChanges } from './changes.rules.ts';
import { type ExplainedItem, explainItems, productOf, stripeId } from './item-prices.projection.ts';
import { deleteSubscriptions, upsertSubscriptions } from './projection.queries.ts';
import { type ProjectedRow, toDate, toRow } from './row.projection.ts';
import { findChargedCards } from './subscriptions.cards.ts';
import type { CancellationRecords } from './subscriptions.context.ts';
import type { NewSubscriptionRow, SubscriptionRow } from './subscriptions.queries.ts';
import { recordTrials } from './trials.queries.ts';
import { reportUnknownPrices } from './unknown-prices.ts';

export interface ProjectionContext extends Pick<LicensingPort, 'deliver'> {
  readonly database: Database;
  readonly gateway: {
    readonly subscriptions: Pick<Gateway['subscriptions'], 'listDiscounts'>;
    readonly prices: Pick<Gateway['prices'], 'listProductNames'>;
    readonly testClocks: Pick<Gateway['testClocks'], 'timeOf'>;
  };
  readonly catalog: Pick<Catalog, 'findSoldPrices' | 'findProducts'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly logger: Logger;
  readonly cancellationRecords: Pick<CancellationRecords, 'recordRestored'>;
  /** When the oldest unpaid invoice of each subscription was due, by the subscription's id at Stripe (ORD-12). */
  readonly findOldestDueDates: (
    on: Queryable,
    stripeSubscriptionIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Date>>;
}

/** Updates the accounts' subscriptions whenever the mirror stores one (MIR-3). */
export function onSubscriptionsMirrored(
  context: ProjectionContext & {
    readonly gateway: { readonly mirror: Pick<Gateway['mirror'], 'onSubscription'> };
  },
): void {
  context.gateway.mirror.onSubscription((subscriptions) => prepareProjection(context, subscriptions));
}

interface Projected {
  readonly subscription: StripeSubscription;
  readonly customerId: string;
  readonly row: ProjectedRow & Pick<NewSubscriptionRow, 'accountId'>;
  /** The subscription's coupons that were fetched from Stripe; the stored row has the others. */
  readonly discounts: readonly HeldDiscount[];
  /** The customer's time. */
  readonly now: Date;
}

/** A subscription whose account is not yet known, and whose plan may be missing from the catalog. */
interface Candidate extends Omit<Projected, 'row'> {
  readonly items: readonly ExplainedItem[];
  readonly row: ProjectedRow | undefined;
}

/**
 * Projects subscriptions of the mirror to rows of accounts, in the same transaction. A subscription without a first payment has no row (SUB-13). One
 * without a plan of the catalog gets no row, and keeps the row that it has. Subscriptions of other customers are ignored.
 */
export async function prepareProjection(
  context: ProjectionContext,
  subscriptions: readonly StripeSubscription[],
): ReturnType<SubscriptionListener> {
  const known = await findSubscriptionsByStripeIds(
    context.database.query,
    subscriptions.map(({ id }) => id),
  );
  const [sold, products, details] = await Promise.all([
    context.catalog.findSoldPrices(),
    context.catalog.findProducts(),
    fetchDetails(context, subscriptions, known),
  ]);
  const explained = details.map((one) => ({
    ...one,
    items: explainItems(one.subscription, sold, known.get(one.subscription.id)),
  }));
  const names = await fetchNames(context, explained);
  const candidates = explained.map((one) => ({ ...one, row: toRow(one.subscription, one.items, names) }));
  return async (on, stored) => {
    const current = candidates.filter(({ subscription }) => stored.has(subscription.id));
    await context.deliver(on, await project(context, on, current, sold), products);
  };
}

/** The names of Stripe's products whose prices have no meaning in the catalog and no name of their own. */
async function fetchNames(
  { gateway, logger }: ProjectionContext,
  explained: readonly Pick<Candidate, 'items'>[],
): Promise<ReadonlyMap<string, string>> {
  const unnamed = explained
    .flatMap(({ items }) => items.flatMap(({ item, price }) => (price || item.price.nickname ? [] : productOf(item))))
    .filter((id) => id !== '');
  if (unnamed.length === 0) return new Map();
  try {
    return await gateway.prices.listProductNames([...new Set(unnamed)]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.warn({ err: error }, 'could not fetch the names of products');
    return new Map();
  }
}

/** Fetches what a subscription only has ids of: new coupons, and the time of a customer's test clock. */
async function fetchDetails(
  { gateway, logger }: ProjectionContext,
  subscriptions: readonly StripeSubscription[],
  known: ReadonlyMap<string, SubscriptionRow>,
): Promise<Omit<Candidate, 'row' | 'items'>[]> {
  const warnAndUse =
    <Result>(fallback: Result) =>
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      // The next update of the subscription tries again.
      logger.warn({ err: error }, 'could not fetch the discounts or the test clock of a subscription');
      return fallback;
    };
  const times = new Map<string, Promise<Date>>();
  const fetchTime = (clock: string) => {
    const time = times.get(clock) ?? gateway.testClocks.timeOf(clock).catch(warnAndUse(new Date()));
    times.set(clock, time);
    return time;
  };
  return Promise.all(
    subscriptions.map(async (subscription) => {
      const { id, customer, discounts = [], test_clock: clock } = subscription;
      const held = known.get(id);
      const isNew = discounts.some((discount) => !held?.discounts.some((one) => one.id === stripeId(discount)));
      const [found, now] = await Promise.all([
        isNew ? gateway.subscriptions.listDiscounts(id).catch(warnAndUse([])) : [],
        // A subscription without a row has no changes to date.
        clock && held ? fetchTime(stripeId(clock)) : new Date(),
      ]);
      return { subscription, customerId: stripeId(customer), discounts: found, now };
    }),
  );
}

async function project(
  context: ProjectionContext,
  on: Queryable,
  candidates: readonly Candidate[],
  sold: ReadonlyMap<string, SoldPrice>,
): Promise<ProjectedSubscriptions> {
  const accounts = await findAccountsByCustomers(
    on,
    candidates.map(({ customerId }) => customerId),
  );
  const ours = candidates.flatMap(({ row, ...candidate }) => {
    const accountId = accounts.get(candidate.customerId);
    return accountId !== undefined && row ? [{ ...candidate, row: { ...row, accountId } }] : [];
  });
  await reportUnknownPrices(context, on, candidates, accounts);
  return ours.length > 0 ? projectOwn(context, on, ours, sold) : { stored: [], removed: [] };
}

async function projectOwn(
  context: ProjectionContext,
  on: Queryable,
  ours: readonly Projected[],
  sold: ReadonlyMap<string, SoldPrice>,
): Promise<ProjectedSubscriptions> {
  const known = await lockSubscriptionsByStripeIds(
    on,
    ours.map(({ subscription }) => subscription.id),
  );
  const tried = ours.filter(({ subscription, row }) => hadTrial(subscription, row));
  await recordTrials(
    on,
    tried.map(({ row: { accountId, productId } }) => ({ accountId, productId })),
  );
  const unbegun = new Set(ours.filter(({ subscription: { id, status } }) => neverBegan(status, known.get(id)?.status)));
  const removed = [...unbegun].map(({ subscription }) => subscription.id);
  await deleteSubscriptions(on, removed);
  const held = ours.filter((one) => !unbegun.has(one));
  const stored = await upsertSubscriptions(on, await completeRows(context, on, held, known));
  await context.cancellationRecords.recordRestored(on, await recordChanges(on, held, { known, stored, sold }));
  return { stored, removed };
}

/** Adds the declined cards, the coupons and the date since which payments are due to the rows. */
async function completeRows(
  { findOldestDueDates }: Pick<ProjectionContext, 'findOldestDueDates'>,
  on: Queryable,
  held: readonly Projected[],
  known: ReadonlyMap<string, SubscriptionRow>,
): Promise<NewSubscriptionRow[]> {
  const unpaid = held.filter(({ row: { status } }) => status === 'past_due' || status === 'unpaid');
  const due = await findOldestDueDates(
    on,
    unpaid.map(({ subscription }) => subscription.id),
  );
  const cards = await findChargedCards(
    on,
    unpaid.map(({ row, customerId }) => ({ paymentMethodId: row.paymentMethodId ?? null, customerId })),
  );
  return held.map((one) => {
    const card = cards[unpaid.indexOf(one)];
    const candidates = [...one.discounts, ...(known.get(one.subscription.id)?.discounts ?? [])];
    const discounts = (one.subscription.discounts ?? []).flatMap(
      (discount) => candidates.find(({ id }) => id === stripeId(discount)) ?? [],
    );
    const unpaidSince = findUnpaidSince(one, known.get(one.subscription.id)?.unpaidSince, due);
    return {
      ...one.row,
      discounts,
      unpaidSince,
      paymentFailure: card ? { brand: card.brand, last4: card.last4 } : null,
    };
  });
}

/**
 * When the oldest unpaid invoice was due (ORD-12); null if nothing is. Without an unpaid invoice in the mirror, when this period's was, or what was
 * stored before. A subscription that ended unpaid keeps the date.
 */
function findUnpaidSince(
  { subscription, row: { status, periodStartedAt } }: Projected,
  known: Date | null | undefined,
  due: ReadonlyMap<string, Date>,
): Date | null {
  if (status === 'canceled') return known ?? null;
  if (status !== 'past_due' && status !== 'unpaid') return null;
  const { id, collection_method: method, days_until_due: days } = subscription;
  const own = periodStartedAt && method === 'send_invoice' ? addDays(periodStartedAt, days ?? 0) : periodStartedAt;
  return due.get(id) ?? (known && own && known < own ? known : own);
}

/** Records the state changes of each subscription (SUB-33). @returns the restored subscriptions (CXL-4) */
async function recordChanges(
  on: Queryable,
  held: readonly Projected[],
  {
    known,
    stored,
    sold,
  }: {
    known: ReadonlyMap<string, SubscriptionRow>;
    stored: readonly SubscriptionRow[];
    sold: ReadonlyMap<string, SoldPrice>;
  },
): Promise<{ readonly subscriptionId: number; readonly at: Date }[]> {
  const found = stored.flatMap((row) => {
    const one = held.find(({ subscription }) => subscription.id === row.stripeSubscriptionId);
    if (!one) return [];
    const facts = { sold, canceledAt: toDate(one.subscription.canceled_at) };
    const hadTrial = one.subscription.trial_start !== null;
    return findStateChanges(known.get(row.stripeSubscriptionId), row, facts).map((change) => ({
      change: { ...change, subscriptionId: row.id, at: change.at ?? one.now },
      // A purchase also removes the end of a trial that ended by itself, which restores nothing (TRL-5).
      needsCancellation: change.kind === 'restored' && hadTrial,
    }));
  });
  const doubtful = found.filter(({ needsCancellation }) => needsCancellation);
  const canceled = await findEverCanceled(
    on,
    doubtful.map(({ change }) => change.subscriptionId),
  );
  const changes = found
    .filter(({ change, needsCancellation }) => !needsCancellation || canceled.has(change.subscriptionId))
    .map(({ change }) => change);
  await insertChanges(on, changes);
  return changes.filter(({ kind }) => kind === 'restored');
}

/** @param known the stored status; undefined without a row */
function neverBegan(status: string, known: string | undefined): boolean {
  if (status === 'incomplete_expired') return true;
  return status === 'canceled' && (known === undefined || known === 'incomplete');
}

/** Stripe keeps the beginning of a trial permanently. */
function hadTrial({ status, trial_start }: StripeSubscription, { trial }: Pick<NewSubscriptionRow, 'trial'>): boolean {
  const began = status !== 'incomplete' && status !== 'incomplete_expired';
  return began && (trial || trial_start !== null);
}
