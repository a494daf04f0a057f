import type Stripe from 'stripe';
import type { Database, Queryable } from '../../db/database.ts';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';
import { type Difference, differenceOf, isOutdated, rowOf } from './compare.ts';
import { type MirrorRow, mirrorQueries as queries, type ReadingStart } from './mirror.queries.ts';
import { companionTypes, createReadings, type Readings } from './readings.ts';
import { wholeLines } from './reads.ts';
import { idOf, type KeptObject, type KeptType, type MirroredType } from './rows.ts';

/** As the mirror passes it on: the one shape of Stripe's that modules read, never its SDK. */
export type StripeSubscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'customer'
  | 'status'
  | 'items'
  | 'start_date'
  | 'ended_at'
  | 'trial_start'
  | 'trial_end'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'currency'
  | 'default_payment_method'
>;

/** Told of the ids that were taken, in the transaction that took them. */
type Write = (transaction: Queryable, taken: ReadonlySet<string>) => Promise<void>;

/**
 * Told of the subscriptions that the mirror is about to take. What it returns runs in the same transaction for those that are taken, so that what
 * hangs on a subscription never lags behind; what it needs to look up elsewhere it looks up before.
 */
export type SubscriptionListener = (subscriptions: readonly StripeSubscription[]) => Promise<Write>;

/** Objects of one type with all that comes with them, ready to be written without a further call. */
interface Batch {
  readonly type: KeptType;
  readonly rows: readonly MirrorRow[];
  readonly dependents: readonly Batch[];
  /** What is done in the same transaction for the objects that are taken. */
  readonly writes: readonly Write[];
}

/** What a list of Stripe's showed. */
export interface ListedPage {
  readonly listed: readonly { readonly type: KeptType; readonly objects: readonly { readonly id: string }[] }[];
  readonly gone?: readonly { readonly type: MirroredType; readonly id: string }[];
  /** From before it was asked for. */
  readonly begun: ReadingStart;
}

/** No reading of an object could be stored: a newer state was there each time. */
export class OvertakenError extends Error {
  constructor(type: MirroredType, id: string) {
    super(`A newer state of ${type} ${id} stood in the way of ${mostReadings} readings.`);
  }
}

/** Times that an object is read again when a newer state was written meanwhile. */
const mostReadings = 3;

/**
 * Keeps Stripe's objects in PostgreSQL. Each state has a number from a sequence, taken when the answer arrives for a change that we made ourselves, and
 * before the question departs for a reading. A state with a lower number never replaces one with a higher number.
 */
export function createMirror(database: Database, client: StripeClient) {
  const listeners: SubscriptionListener[] = [];
  const readings = createReadings(database, client);

  async function prepare<Type extends KeptType>(type: Type, objects: readonly KeptObject<Type>[]): Promise<Batch> {
    const dependents: Batch[] = [];
    let writes: Write[] = [];
    if (type === 'invoice') {
      const lines = await Promise.all(
        (objects as readonly object[] as readonly Stripe.Invoice[]).map(async (invoice) => linesOf(invoice)),
      );
      dependents.push(alone('line_item', lines.flat()));
    }
    if (type === 'charge' || type === 'refund') {
      const transactions = (objects as readonly object[] as readonly (Stripe.Charge | Stripe.Refund)[]).flatMap(
        ({ balance_transaction: left }) =>
          typeof left === 'object' && left !== null ? [rowOf('balance_transaction', left)] : [],
      );
      dependents.push(alone('balance_transaction', transactions));
    }
    if (type === 'subscription') {
      const subscriptions = objects as readonly object[] as readonly Stripe.Subscription[];
      writes = await Promise.all(listeners.map((listener) => listener(subscriptions)));
    }
    return { type, rows: objects.map((object) => rowOf(type, object)), dependents, writes };
  }

  async function linesOf(invoice: Stripe.Invoice): Promise<MirrorRow[]> {
    const lines = await wholeLines(await client(), invoice);
    const ofInvoice = { invoice_id: invoice.id ?? '', customer_id: idOf(invoice.customer) ?? '' };
    return lines.map((line, position) => {
      const row = rowOf('line_item', line);
      return { ...row, columns: { ...row.columns, ...ofInvoice, position } };
    });
  }

  /** Takes what an answer to a call of ours held. */
  async function took<Type extends MirroredType>(type: Type, object: KeptObject<Type>): Promise<void> {
    const batches = [await prepare(type, [object])];
    const invoice = type === 'subscription' ? (object as Stripe.Subscription).latest_invoice : undefined;
    if (invoice && typeof invoice === 'object') batches.unshift(await prepare('invoice', [invoice]));
    await database.transaction(async (transaction) => {
      const begun = await queries.beginReading(transaction);
      for (const batch of batches) await write(transaction, batch, begun);
    });
  }

  /** @returns the ids of those in whose way nothing newer stood. */
  async function takeReadings(type: MirroredType, found: Readings, begun: ReadingStart): Promise<ReadonlySet<string>> {
    const whole = [...found.values()].filter((reading) => reading !== undefined);
    const batches = [await prepare(type, whole.map(({ object }) => object) as never)];
    for (const companion of companionTypes) {
      const objects = whole.flatMap(({ companions }) => companions[companion] ?? []);
      if (objects.length > 0) batches.push(await prepare(companion, objects as never));
    }
    const gone = [...found.keys()].filter((id) => !found.get(id));
    return database.transaction(async (transaction) => {
      const taken = new Set(gone);
      for (const batch of batches) for (const id of await write(transaction, batch, begun)) taken.add(id);
      for (const id of gone) await queries.markDeleted(transaction, type, id, begun);
      return taken;
    });
  }

  /**
   * Reads objects and takes them. What fails is left out, save for the one that is needed.
   * @returns those that were read, and whether nothing newer stood in their way.
   */
  async function refreshOnce(
    type: MirroredType,
    ids: readonly string[],
    needed: string,
  ): Promise<ReadonlyMap<string, boolean>> {
    const begun = await queries.beginReading(database.query);
    const found = await readings.read(type, ids, needed);
    const resultOf = (taken: ReadonlySet<string>) => new Map([...found.keys()].map((id) => [id, taken.has(id)]));
    try {
      return resultOf(await takeReadings(type, found, begun));
    } catch (error) {
      if (found.size === 1 && found.has(needed)) throw error;
      // One that cannot be kept must not keep the others from it: each is tried alone when its turn comes.
      for (const id of [...found.keys()]) if (id !== needed) found.delete(id);
      return resultOf(await takeReadings(type, found, begun));
    }
  }

  return {
    onSubscription: (listener: SubscriptionListener): void => {
      listeners.push(listener);
    },
    /** Takes what a call of ours has just answered, so that no screen waits for a webhook; of a subscription also its latest invoice, where the answer holds it. */
    storeSubscription: (subscription: Stripe.Subscription) => took('subscription', subscription),
    storeCustomer: (customer: Stripe.Customer) => took('customer', customer),
    storePaymentMethod: (paymentMethod: Stripe.PaymentMethod) => took('payment_method', paymentMethod),
    storeInvoice: (invoice: Stripe.Invoice) => took('invoice', invoice),
    storePaymentIntent: (intent: Stripe.PaymentIntent) => took('payment_intent', intent),

    /**
     * Reads an object afresh from Stripe and takes it, and as many others of its type as can be; what is gone there is marked as deleted here.
     * @returns the ids of those that were refreshed, of the object's own too.
     * @throws when the object itself cannot be read or taken; OvertakenError when each reading of it found a newer state.
     */
    refresh: (type: MirroredType, id: string, others: readonly string[] = []): Promise<ReadonlySet<string>> =>
      translated(async () => {
        const refreshed = new Set<string>();
        let left: readonly string[] = [id, ...others];
        for (let reading = 1; left.length > 0; reading += 1) {
          const results = await refreshOnce(type, left, id);
          for (const [one, isTaken] of results) if (isTaken) refreshed.add(one);
          // A newer state that was written meanwhile may itself have been overtaken by what we were told of: only a later reading knows.
          left = reading < mostReadings ? [...results.keys()].filter((one) => !refreshed.has(one)) : [];
        }
        if (!refreshed.has(id)) throw new OvertakenError(type, id);
        return refreshed;
      }),

    /**
     * Takes a page of a list, and what was read with it, and says what was not here as it is there. Unchanged objects are
     * only noted as seen. What is gone is named by its type and id.
     * @param inTransaction runs in the transaction that takes them.
     */
    async storeListed(
      { listed, gone = [], begun }: ListedPage,
      inTransaction: (transaction: Queryable, differences: readonly Difference[]) => Promise<void>,
    ): Promise<void> {
      const batches: Batch[] = [];
      for (const { type, objects } of listed) batches.push(await prepare(type, objects as never));
      await database.transaction(async (transaction) => {
        const differences: Difference[] = [];
        for (const batch of batches) differences.push(...(await compareAndWrite(transaction, batch, begun)));
        for (const { type, id } of gone) {
          if (await queries.markDeleted(transaction, type, id, begun)) {
            differences.push({ type, id, customerId: null, kind: 'gone', fields: [] });
          }
        }
        await inTransaction(transaction, differences);
      });
    },
  };
}

function alone(type: KeptType, rows: readonly MirrorRow[]): Batch {
  return { type, rows, dependents: [], writes: [] };
}

/** @returns ids of the objects that were taken. */
async function write(transaction: Queryable, batch: Batch, begun: ReadingStart): Promise<ReadonlySet<string>> {
  const taken = await queries.store(transaction, batch.type, batch.rows, begun);
  for (const dependent of batch.dependents) await write(transaction, dependent, begun);
  if (batch.type === 'invoice') await removeLines(transaction, batch, [...taken]);
  if (taken.size > 0) for (const writeAlong of batch.writes) await writeAlong(transaction, taken);
  return taken;
}

async function compareAndWrite(transaction: Queryable, batch: Batch, begun: ReadingStart): Promise<Difference[]> {
  const { type, rows } = batch;
  const here = await queries.find(
    transaction,
    type,
    rows.map(({ id }) => id),
  );
  const differences = rows.flatMap((row) => differenceOf(type, here.get(row.id), row) ?? []);
  const differing = new Set(differences.map(({ id }) => id));
  for (const row of rows) if (isOutdated(type, here.get(row.id), row)) differing.add(row.id);
  // What hangs on a subscription is mended with it, even where the subscription itself is right.
  const toTake = rows.filter(({ id }) => differing.has(id) || batch.writes.length > 0);
  const unchanged = rows.filter(({ id }) => !differing.has(id)).map(({ id }) => id);
  const taken = await queries.store(transaction, type, toTake, begun);
  await queries.markSeen(transaction, type, unchanged, begun);
  const found = differences.filter(({ id }) => taken.has(id));
  for (const dependent of batch.dependents) found.push(...(await compareAndWrite(transaction, dependent, begun)));
  if (type === 'invoice') {
    const current = rows.filter(({ id }) => taken.has(id) || !differing.has(id)).map(({ id }) => id);
    const removed = await removeLines(transaction, batch, current);
    found.push(
      ...removed.map((id) => ({ type: 'line_item', id, customerId: null, kind: 'gone', fields: [] }) as const),
    );
  }
  if (taken.size > 0) for (const writeAlong of batch.writes) await writeAlong(transaction, taken);
  return found;
}

function removeLines(transaction: Queryable, batch: Batch, invoices: readonly string[]): Promise<string[]> {
  const lines = batch.dependents.flatMap(({ rows }) => rows.map(({ id }) => id));
  return queries.removeOtherLines(transaction, invoices, lines);
}

export type Mirror = ReturnType<typeof createMirror>;
