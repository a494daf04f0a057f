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

/** What a list of Stripe's showed. */
export interface ListedPage {
  readonly listed: readonly { readonly type: StoredType; readonly objects: readonly { readonly id: string }[] }[];
  readonly gone?: readonly { readonly type: MirroredType; readonly id: string }[];
  /** From before it was asked for. */
  readonly begun: ReadingStart;
}

/** No reading of an object could be stored: a newer state was there each time. */
export class OvertakenError extends Error {
  constructor(type: MirroredType, id: string) {
    super(`A newer state of ${type} ${id} stood in the way of ${maxReadings} readings.`);
  }
}

/** Times that an object is read again when a newer state was written meanwhile. */
const maxReadings = 3;

interface MirrorContext extends StoreContext, ReadingContext {
  readonly listeners: SubscriptionListener[];
  readonly billedListeners: BilledListener[];
}

/**
 * Keeps Stripe's objects in PostgreSQL (MIR-1). Each state has a number from a sequence, taken when the answer arrives for a change that we made ourselves, and
 * before the question departs for a reading. A state with a lower number never replaces one with a higher number.
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
    /** Stores what a call of ours has just answered, so that no screen waits for a webhook; of a subscription also its latest invoice, where the answer holds it. */
    storeSubscription: (subscription: Stripe.Subscription) => storeAnswer(context, 'subscription', subscription),
    storeSchedule: (schedule: Stripe.SubscriptionSchedule) => storeAnswer(context, 'subscription_schedule', schedule),
    storeCustomer: (customer: Stripe.Customer) => storeAnswer(context, 'customer', customer),
    storePaymentMethod: (paymentMethod: Stripe.PaymentMethod) => storeAnswer(context, 'payment_method', paymentMethod),
    storeInvoice: (invoice: Stripe.Invoice) => storeAnswer(context, 'invoice', invoice),
    storePaymentIntent: (intent: Stripe.PaymentIntent) => storeAnswer(context, 'payment_intent', intent),
    /** Reads an object afresh from Stripe and stores it. */
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
 * Reads an object afresh from Stripe and stores it, and as many others of its type as can be; what is gone there is marked as deleted here.
 * @returns the ids of those that were stored, of the object's own too.
 * @throws when the object itself cannot be read or stored; OvertakenError when each reading of it found a newer state.
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
      // A newer state that was written meanwhile may itself have been overtaken by what we were told of: only a later reading knows.
      left = left.filter(({ id }) => results.get(id) === false);
    }
    if (!refreshed.has(own.id)) throw new OvertakenError(type, own.id);
    return refreshed;
  });
}

/**
 * Reads objects and stores them. What fails is left out, save for the one that is needed.
 * @returns those that were read, and whether nothing newer stood in their way.
 */
async function refreshOnce(
  context: MirrorContext,
  type: MirroredType,
  wanted: readonly Wanted[],
  needed: string,
): Promise<ReadonlyMap<string, boolean>> {
  const begun = await queries.beginReading(context.database.query);
  const found = await readObjects(context, type, wanted, needed);
  const resultOf = (stored: ReadonlySet<string>) => new Map([...found.keys()].map((id) => [id, stored.has(id)]));
  try {
    return resultOf(await storeReadings(context, type, found, begun));
  } catch (error) {
    if (found.size === 1 && found.has(needed)) throw error;
    // One that cannot be stored must not keep the others from it: each is tried alone when its turn comes.
    for (const id of [...found.keys()]) if (id !== needed) found.delete(id);
    return resultOf(await storeReadings(context, type, found, begun));
  }
}

/** @returns the ids of those in whose way nothing newer stood. */
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
 * Stores a page of a list, and what was read with it, and tells what was not here as it is there. Unchanged objects are only noted as seen. What is
 * gone is named by its type and id.
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
