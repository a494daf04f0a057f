import type { Logger } from 'pino';
import { findAccountsOfCustomers } from '../../accounts/index.ts';
import { type Catalog, fullCaption, type SoldPrice } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { HeldDiscount, HeldItem } from '../../core/db/schema/stored-types.ts';
import { AppError } from '../../core/http/app-error.ts';
import type { Gateway, StripeSubscription, SubscriptionListener } from '../../core/stripe/index.ts';
import type { LicensingPort, ProjectedSubscriptions } from '../ports.ts';
import { findByStripeIds, insertChanges, lockByStripeIds } from './changes.queries.ts';
import { changesOf } from './changes.rules.ts';
import { rememberTrials, removeSubscriptions, upsertSubscriptions } from './projection.queries.ts';
import { findChargedCards } from './subscriptions.cards.ts';
import type { CancellationNotes } from './subscriptions.context.ts';
import type { NewSubscriptionRow, SubscriptionRow } from './subscriptions.queries.ts';

const intervals: Record<string, NewSubscriptionRow['interval']> = { day: 'Day', month: 'Month', year: 'Year' };

export interface ProjectionContext extends Pick<LicensingPort, 'deliver'> {
  readonly database: Database;
  readonly gateway: {
    readonly subscriptions: Pick<Gateway['subscriptions'], 'listDiscounts'>;
    readonly testClocks: Pick<Gateway['testClocks'], 'timeOf'>;
  };
  readonly catalog: Pick<Catalog, 'findByStripePrice' | 'findProducts'>;
  readonly logger: Logger;
  readonly cancellationNotes: Pick<CancellationNotes, 'noteRestored'>;
}

/** Updates the accounts' subscriptions with the mirror (MIR-3). */
export function followMirror(
  context: ProjectionContext & {
    readonly gateway: { readonly mirror: Pick<Gateway['mirror'], 'onSubscription'> };
  },
): void {
  context.gateway.mirror.onSubscription((subscriptions) => prepareProjection(context, subscriptions));
}

/** The row of an account's subscription. */
interface Projected {
  readonly subscription: StripeSubscription;
  readonly customerId: string;
  readonly row: ProjectedRow & Pick<NewSubscriptionRow, 'accountId'>;
  /** The coupons on it. Those that Stripe was not asked for are known to the row that is there. */
  readonly discounts: readonly HeldDiscount[];
  /** What time it is for its customer. */
  readonly now: Date;
}

type ProjectedRow = Omit<
  Required<NewSubscriptionRow>,
  'id' | 'accountId' | 'updatedAt' | 'discounts' | 'paymentFailure'
>;

/** A subscription whose account is unknown yet, and whose plan may not be in the catalog. */
interface Candidate extends Omit<Projected, 'row'> {
  readonly row: ProjectedRow | undefined;
}

/**
 * Turns subscriptions of the mirror into rows of accounts, in the same transaction. A subscription without a successful first payment has no row (SUB-13).
 * Neither has one without a plan of the catalog, even if it had one before. Subscriptions of other customers are ignored.
 */
export async function prepareProjection(
  context: ProjectionContext,
  subscriptions: readonly StripeSubscription[],
): ReturnType<SubscriptionListener> {
  const known = await findByStripeIds(
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
    prepareAll(context, subscriptions, known),
  ]);
  return async (on, stored) => {
    const current = candidates
      .filter(({ subscription }) => stored.has(subscription.id))
      .map((candidate) => ({ ...candidate, row: toRow(candidate.subscription, sold) }));
    await context.deliver(on, await project(context, on, current, sold), products);
  };
}

/** Asks Stripe for what a subscription tells only the ids of: coupons that are new, and the time of a customer who has a clock. */
async function prepareAll(
  { gateway, logger }: ProjectionContext,
  subscriptions: readonly StripeSubscription[],
  known: ReadonlyMap<string, SubscriptionRow>,
): Promise<Omit<Candidate, 'row'>[]> {
  const unless =
    <Result>(otherwise: Result) =>
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      // The next reading asks again.
      logger.warn({ err: error }, 'subscriptions were read without all that belongs to them');
      return otherwise;
    };
  const times = new Map<string, Promise<Date>>();
  const timeOf = (clock: string) => {
    const time = times.get(clock) ?? gateway.testClocks.timeOf(clock).catch(unless(new Date()));
    times.set(clock, time);
    return time;
  };
  return Promise.all(
    subscriptions.map(async (subscription) => {
      const { id, customer, discounts = [], test_clock: clock } = subscription;
      const held = known.get(id);
      const isNew = discounts.some((discount) => !held?.discounts.some((one) => one.id === idOf(discount)));
      const [found, now] = await Promise.all([
        isNew ? gateway.subscriptions.listDiscounts(id).catch(unless([])) : [],
        // Nothing has changed yet of a subscription without a row.
        clock && held ? timeOf(idOf(clock)) : new Date(),
      ]);
      return { subscription, customerId: idOf(customer), discounts: found, now };
    }),
  );
}

async function project(
  context: ProjectionContext,
  on: Queryable,
  candidates: readonly Candidate[],
  sold: ReadonlyMap<string, SoldPrice>,
): Promise<ProjectedSubscriptions> {
  const accounts = await findAccountsOfCustomers(
    on,
    candidates.map(({ customerId }) => customerId),
  );
  const ours = candidates.flatMap(({ row, ...candidate }) => {
    const accountId = accounts.get(candidate.customerId);
    if (accountId !== undefined && row) return [{ ...candidate, row: { ...row, accountId } }];
    context.logger.warn(
      { stripeSubscriptionId: candidate.subscription.id },
      'a subscription at Stripe is not of this portal',
    );
    return [];
  });
  const projected = ours.length > 0 ? await projectOurs(context, on, ours, sold) : { stored: [], removed: [] };
  const strange = candidates.filter(({ row }) => row === undefined).map(({ subscription }) => subscription.id);
  await removeSubscriptions(on, strange);
  return { ...projected, removed: [...projected.removed, ...strange] };
}

async function projectOurs(
  { cancellationNotes }: ProjectionContext,
  on: Queryable,
  ours: readonly Projected[],
  sold: ReadonlyMap<string, SoldPrice>,
): Promise<ProjectedSubscriptions> {
  const known = await lockByStripeIds(
    on,
    ours.map(({ subscription }) => subscription.id),
  );
  const tried = ours.filter(({ subscription, row }) => hadTrial(subscription, row));
  await rememberTrials(
    on,
    tried.map(({ row: { accountId, productId } }) => ({ accountId, productId })),
  );
  const never = new Set(ours.filter(({ subscription: { id, status } }) => neverCame(status, known.get(id)?.status)));
  const removed = [...never].map(({ subscription }) => subscription.id);
  await removeSubscriptions(on, removed);
  const held = ours.filter((one) => !never.has(one));
  const stored = await upsertSubscriptions(on, await completeRows(on, held, known));
  await cancellationNotes.noteRestored(on, await keepChanges(on, held, { known, stored, sold }));
  return { stored, removed };
}

/** The rows with the cards that were refused, and with their coupons. */
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
      (discount) => candidates.find(({ id }) => id === idOf(discount)) ?? [],
    );
    return { ...one.row, discounts, paymentFailure: card ? { brand: card.brand, last4: card.last4 } : null };
  });
}

/** Writes what changed of each subscription (SUB-33). @returns those whose cancellation was taken back (CXL-4). */
async function keepChanges(
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
    const facts = { sold, canceledAt: moment(one.subscription.canceled_at) };
    const found = changesOf(known.get(row.stripeSubscriptionId), row, facts);
    return found.map((change) => ({ ...change, subscriptionId: row.id, at: change.at ?? one.now }));
  });
  await insertChanges(on, changes);
  return changes.filter(({ kind }) => kind === 'restored');
}

/** @param known the stored status; undefined without a row */
function neverCame(status: string, known: string | undefined): boolean {
  if (status === 'incomplete_expired') return true;
  return status === 'canceled' && (known === undefined || known === 'incomplete');
}

/** Stripe keeps the beginning of a trial permanently. */
function hadTrial({ status, trial_start }: StripeSubscription, { trial }: Pick<NewSubscriptionRow, 'trial'>): boolean {
  const began = status !== 'incomplete' && status !== 'incomplete_expired';
  return began && (trial || trial_start !== null);
}

/** Undefined when it has no price of a plan of the catalog. Without a price plan, an additional price decides the plan (SUB-14). */
function toRow(subscription: StripeSubscription, sold: ReadonlyMap<string, SoldPrice>): ProjectedRow | undefined {
  const find = (kind: SoldPrice['kind']) =>
    subscription.items.data.find((item) => sold.get(item.price.id)?.kind === kind);
  const base = find('base');
  const main = base ?? find('additional');
  const price = main && sold.get(main.price.id);
  if (!main || !price?.plan || price.pricePlanId === null) return undefined;
  const items = toItems(subscription, sold);
  const periodEnd = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  const periodStartedAt = new Date(
    Math.max(...subscription.items.data.map((item) => item.current_period_start)) * 1000,
  );
  const isUnpaid = subscription.status === 'past_due' || subscription.status === 'unpaid';
  const endedAt = moment(subscription.ended_at);
  const trialEnd = subscription.status === 'trialing' ? moment(subscription.trial_end) : null;
  return {
    stripeSubscriptionId: subscription.id,
    productId: price.productId,
    planId: price.plan.id,
    pricePlanId: price.pricePlanId,
    quantity: base ? (base.quantity ?? 1) : 0,
    status: subscription.status,
    trial: subscription.status === 'trialing' || price.plan.isTrial,
    startedAt: new Date(subscription.start_date * 1000),
    expiresAt: endedAt ?? trialEnd ?? moment(periodEnd),
    periodStartedAt,
    unpaidSince: isUnpaid ? periodStartedAt : null,
    deviceQuantity: countDevices(subscription, sold),
    cancelAt: moment(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? moment(periodEnd) : null),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt,
    amount: items.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0),
    currency: subscription.currency,
    interval: intervals[main.price.recurring?.interval ?? ''] ?? 'Month',
    intervalCount: main.price.recurring?.interval_count ?? 1,
    paymentMethodId: subscription.default_payment_method ? idOf(subscription.default_payment_method) : null,
    items,
  };
}

/** Units of the price plan, and of additional prices that count as devices. */
function countDevices({ items }: StripeSubscription, sold: ReadonlyMap<string, SoldPrice>): number {
  return items.data.reduce((sum, { price, quantity = 1 }) => {
    const { kind, increasesDeviceQuantity } = sold.get(price.id) ?? {};
    return kind !== undefined && kind !== 'addon' && increasesDeviceQuantity ? sum + quantity : sum;
  }, 0);
}

function toItems(subscription: StripeSubscription, sold: ReadonlyMap<string, SoldPrice>): HeldItem[] {
  return subscription.items.data.flatMap((item) => {
    const price = sold.get(item.price.id);
    if (!price) return [];
    const { kind, priceId, amount } = price;
    return [
      {
        kind,
        priceId,
        caption: fullCaption(price).en,
        quantity: item.quantity ?? 1,
        unitAmount: amount,
        stripeItemId: item.id,
        stripePriceId: item.price.id,
      },
    ];
  });
}

function idOf(value: string | { id: string }): string {
  return typeof value === 'string' ? value : value.id;
}

function moment(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000);
}
