import type Stripe from 'stripe';
import type { Database, Queryable } from '../../db/database.ts';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';
import type { Difference } from './compare.ts';
import { mirrorQueries as queries, type ReadingStart } from './mirror.queries.ts';
import {
  companionTypes,
  createReadingContext,
  type ReadingContext,
  type Readings,
  readObjects,
  type Wanted,
} from './readings.ts';
import type { MirroredType, StoredObject, StoredType } from './rows.ts';
import {
  type Batch,
  type BilledListener,
  compareAndWriteBatch,
  prepareBatch,
  type StoreContext,
  type SubscriptionListener,
  writeBatch,
} from './store.ts';

/** A page of one of Stripe's lists. */
export interface ListedPage {
  readonly listed: readonly { readonly type: StoredType; readonly objects: readonly { readonly id: string }[] }[];
  readonly gone?: readonly { readonly type: MirroredType; readonly id: string }[];
  /** The number and time that were taken before the request. */
  readonly begun: ReadingStart;
}

/** No read of an object could be stored, because a newer state was stored each time. */
export class OvertakenError extends Error {
  constructor(type: MirroredType, id: string) {
    super(`A newer state of ${type} ${id} stood in the way of ${maxReadings} readings.`);
  }
}

/** Number of times that an object is read again because a newer state was stored meanwhile. */
const maxReadings = 3;

interface MirrorContext extends StoreContext, ReadingContext {
  readonly listeners: SubscriptionListener[];
  readonly billedListeners: BilledListener[];
}

/**
 * Stores Stripe's objects in PostgreSQL (MIR-1). Each state has a number from a sequence: taken when the response to
 * the portal's own change arrives, or before a read starts. A state with a lower number never replaces one with a
 * higher number.
 */
export function createMirror(database: Database, client: StripeClient) {
  const context: MirrorContext = { ...createReadingContext(database, client), listeners: [], billedListeners: [] };
  return {
    onSubscription: (listener: SubscriptionListener): void => {
      context.listeners.push(listener);
    },
    onBilled: (listener: BilledListener): void => {
      context.billedListeners.push(listener);
    },
    /**
     * Stores the response to the portal's own call, so that no screen waits for a webhook. For a subscription this
     * includes its latest invoice, if the response contains it.
     */
    storeSubscription: (subscription: Stripe.Subscription) => storeAnswer(context, 'subscription', subscription),
    storeSchedule: (schedule: Stripe.SubscriptionSchedule) => storeAnswer(context, 'subscription_schedule', schedule),
    storeCustomer: (customer: Stripe.Customer) => storeAnswer(context, 'customer', customer),
    storePaymentMethod: (paymentMethod: Stripe.PaymentMethod) => storeAnswer(context, 'payment_method', paymentMethod),
    storeInvoice: (invoice: Stripe.Invoice) => storeAnswer(context, 'invoice', invoice),
    storePaymentIntent: (intent: Stripe.PaymentIntent) => storeAnswer(context, 'payment_intent', intent),
    /** Fetches an object from Stripe and stores it. */
    refresh: (type: MirroredType, id: string): Promise<ReadonlySet<string>> => refresh(context, type, { id }, []),
    refreshTogether: (type: MirroredType, own: Wanted, others: readonly Wanted[]): Promise<ReadonlySet<string>> =>
      refresh(context, type, own, others),
    storeListed: (page: ListedPage, inTransaction: AfterListing): Promise<void> =>
      storeListed(context, page, inTransaction),
  };
}

export type Mirror = ReturnType<typeof createMirror>;

async function storeAnswer<Type extends MirroredType>(
  context: MirrorContext,
  type: Type,
  object: StoredObject<Type>,
): Promise<void> {
  const batches = [await prepareBatch(context, type, [object])];
  const invoice = type === 'subscription' ? (object as Stripe.Subscription).latest_invoice : undefined;
  if (invoice && typeof invoice === 'object') batches.unshift(await prepareBatch(context, 'invoice', [invoice]));
  await context.database.transaction(async (transaction) => {
    const begun = await queries.beginReading(transaction);
    for (const batch of batches) await writeBatch(transaction, batch, begun);
  });
}

/**
 * Fetches an object from Stripe and stores it, together with others of its type. Deleted objects are marked.
 * @returns the ids of the stored objects.
 * @throws if the object itself cannot be read or stored; OvertakenError if each read found a newer state.
 */
async function refresh(
  context: MirrorContext,
  type: MirroredType,
  own: Wanted,
  others: readonly Wanted[],
): Promise<ReadonlySet<string>> {
  return translated(async () => {
    const refreshed = new Set<string>();
    let left: readonly Wanted[] = [own, ...others];
    for (let reading = 1; left.length > 0 && reading <= maxReadings; reading += 1) {
      const results = await refreshOnce(context, type, left, own.id);
      for (const [id, isStored] of results) if (isStored) refreshed.add(id);
      // The newer state that was stored meanwhile may itself be outdated, so only a later read is certain.
      left = left.filter(({ id }) => results.get(id) === false);
    }
    if (!refreshed.has(own.id)) throw new OvertakenError(type, own.id);
    return refreshed;
  });
}

/**
 * Reads objects and stores them. Failures are skipped, except for the needed object.
 * @returns by id, for each object that was read, whether it was stored; false if a newer state prevented that.
 */
async function refreshOnce(
  context: MirrorContext,
  type: MirroredType,
  wanted: readonly Wanted[],
  needed: string,
): Promise<ReadonlyMap<string, boolean>> {
  const begun = await queries.beginReading(context.database.query);
  const found = await readObjects(context, type, wanted, needed);
  const toResults = (stored: ReadonlySet<string>) => new Map([...found.keys()].map((id) => [id, stored.has(id)]));
  try {
    return toResults(await storeReadings(context, type, found, begun));
  } catch (error) {
    if (found.size === 1 && found.has(needed)) throw error;
    // An object that cannot be stored must not prevent the others. Each is retried in its own job.
    for (const id of [...found.keys()]) if (id !== needed) found.delete(id);
    return toResults(await storeReadings(context, type, found, begun));
  }
}

/** @returns the ids of the stored objects. A newer state prevented storing the others. */
async function storeReadings(
  context: MirrorContext,
  type: MirroredType,
  found: Readings,
  begun: ReadingStart,
): Promise<ReadonlySet<string>> {
  const whole = [...found.values()].filter((reading) => reading !== undefined);
  const batches = [await prepareBatch(context, type, whole.map(({ object }) => object) as never)];
  for (const companion of companionTypes) {
    const objects = whole.flatMap(({ companions }) => companions[companion] ?? []);
    if (objects.length > 0) batches.push(await prepareBatch(context, companion, objects as never));
  }
  const gone = [...found.keys()].filter((id) => !found.get(id));
  return context.database.transaction(async (transaction) => {
    const stored = new Set(gone);
    for (const batch of batches) for (const id of await writeBatch(transaction, batch, begun)) stored.add(id);
    for (const id of gone) await queries.markDeleted(transaction, type, id, begun);
    return stored;
  });
}

/** Runs in the transaction that stores a page. */
type AfterListing = (transaction: Queryable, differences: readonly Difference[]) => Promise<void>;

/**
 * Stores a page of a list and related objects, and returns the differences. Unchanged objects are only marked as seen.
 * Deleted ones are given by type and id.
 */
async function storeListed(
  context: MirrorContext,
  { listed, gone = [], begun }: ListedPage,
  inTransaction: AfterListing,
): Promise<void> {
  const batches: Batch[] = [];
  for (const { type, objects } of listed) batches.push(await prepareBatch(context, type, objects as never));
  await context.database.transaction(async (transaction) => {
    const differences: Difference[] = [];
    for (const batch of batches) differences.push(...(await compareAndWriteBatch(transaction, batch, begun)));
    for (const { type, id } of gone) {
      if (await queries.markDeleted(transaction, type, id, begun)) {
        differences.push({ type, id, customerId: null, kind: 'gone', fields: [] });
      }
    }
    await inTransaction(transaction, differences);
  });
}
