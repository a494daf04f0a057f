import type { Logger } from 'pino';
import { findAccountsByCustomers } from '../../accounts/index.ts';
import type { Catalog, SoldPrice } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { HeldDiscount } from '../../core/db/schema/stored-types.ts';
import { AppError } from '../../core/http/app-error.ts';
import type { Gateway, StripeSubscription, SubscriptionListener } from '../../core/stripe/index.ts';
import type { LicensingPort, ProjectedSubscriptions } from '../ports.ts';
import { findSubscriptionsByStripeIds, insertChanges, lockSubscriptionsByStripeIds } from './changes.queries.ts';
import { findStateChanges } from './changes.rules.ts';
import { deleteSubscriptions, upsertSubscriptions } from './projection.queries.ts';
import { type ProjectedRow, stripeId, toDate, toRow } from './row.projection.ts';
import { findChargedCards } from './subscriptions.cards.ts';
import type { CancellationRecords } from './subscriptions.context.ts';
import type { NewSubscriptionRow, SubscriptionRow } from './subscriptions.queries.ts';
import { recordTrials } from './trials.queries.ts';

export interface ProjectionContext extends Pick<LicensingPort, 'deliver'> {
  readonly database: Database;
  readonly gateway: {
    readonly subscriptions: Pick<Gateway['subscriptions'], 'listDiscounts'>;
    readonly testClocks: Pick<Gateway['testClocks'], 'timeOf'>;
  };
  readonly catalog: Pick<Catalog, 'findByStripePrice' | 'findProducts'>;
  readonly logger: Logger;
  readonly cancellationRecords: Pick<CancellationRecords, 'recordRestored'>;
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
  readonly row: ProjectedRow | undefined;
}

/**
 * Projects subscriptions of the mirror to rows of accounts, in the same transaction. A subscription without a first payment (SUB-13) or without a
 * plan of the catalog has no row. Subscriptions of other customers are ignored.
 */
export async function prepareProjection(
  context: ProjectionContext,
  subscriptions: readonly StripeSubscription[],
): ReturnType<SubscriptionListener> {
  const known = await findSubscriptionsByStripeIds(
    context.database.query,
    subscriptions.map(({ id }) => id),
  );
  const prices = new Set([
    ...subscriptions.flatMap(({ items }) => items.data.map((item) => item.price.id)),
    ...[...known.values()].flatMap(({ items }) => items.map(({ stripePriceId }) => stripePriceId)),
  ]);
  const [sold, products, candidates] = await Promise.all([
    context.catalog.findByStripePrice([...prices]),
    context.catalog.findProducts(),
    fetchDetails(context, subscriptions, known),
  ]);
  return async (on, stored) => {
    const current = candidates
      .filter(({ subscription }) => stored.has(subscription.id))
      .map((candidate) => ({ ...candidate, row: toRow(candidate.subscription, sold) }));
    await context.deliver(on, await project(context, on, current, sold), products);
  };
}

/** Fetches what a subscription only has ids of: new coupons, and the time of a customer's test clock. */
async function fetchDetails(
  { gateway, logger }: ProjectionContext,
  subscriptions: readonly StripeSubscription[],
  known: ReadonlyMap<string, SubscriptionRow>,
): Promise<Omit<Candidate, 'row'>[]> {
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
    if (accountId !== undefined && row) return [{ ...candidate, row: { ...row, accountId } }];
    context.logger.warn(
      { stripeSubscriptionId: candidate.subscription.id },
      'a subscription at Stripe does not belong to this portal',
    );
    return [];
  });
  const projected = ours.length > 0 ? await projectOwn(context, on, ours, sold) : { stored: [], removed: [] };
  const unknownPlans = candidates.filter(({ row }) => row === undefined).map(({ subscription }) => subscription.id);
  await deleteSubscriptions(on, unknownPlans);
  return { ...projected, removed: [...projected.removed, ...unknownPlans] };
}

async function projectOwn(
  { cancellationRecords }: ProjectionContext,
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
  const stored = await upsertSubscriptions(on, await completeRows(on, held, known));
  await cancellationRecords.recordRestored(on, await recordChanges(on, held, { known, stored, sold }));
  return { stored, removed };
}

/** Adds the declined cards and the coupons to the rows. */
async function completeRows(
  on: Queryable,
  held: readonly Projected[],
  known: ReadonlyMap<string, SubscriptionRow>,
): Promise<NewSubscriptionRow[]> {
  const unpaid = held.filter(({ row: { status } }) => status === 'past_due' || status === 'unpaid');
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
    return { ...one.row, discounts, paymentFailure: card ? { brand: card.brand, last4: card.last4 } : null };
  });
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
  const changes = stored.flatMap((row) => {
    const one = held.find(({ subscription }) => subscription.id === row.stripeSubscriptionId);
    if (!one) return [];
    const facts = { sold, canceledAt: toDate(one.subscription.canceled_at) };
    const found = findStateChanges(known.get(row.stripeSubscriptionId), row, facts);
    return found.map((change) => ({ ...change, subscriptionId: row.id, at: change.at ?? one.now }));
  });
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
