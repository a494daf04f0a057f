import type Stripe from 'stripe';
import type { Database, Queryable } from '../db/database.ts';
import type { StripeClient } from './client.ts';
import { translated } from './errors.ts';
import { type MirrorRow, mirrorQueries as queries } from './mirror.queries.ts';
import { type Difference, differenceOf, rowOf } from './mirror-compare.ts';
import { read, readBalanceHistory, readItemsOfInvoice, wholeLines } from './mirror-reads.ts';
import { idOf, type KeptObject, type KeptType, type MirroredType } from './mirror-rows.ts';

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

/**
 * Told of each subscription that the mirror takes. What it returns runs in the same transaction, so that what hangs on a subscription never lags
 * behind; what it needs to look up elsewhere it looks up before.
 */
export type SubscriptionListener = (
  subscription: StripeSubscription,
) => Promise<(transaction: Queryable) => Promise<void>>;

/** Objects of one type with all that comes with them, ready to be written without a further call. */
interface Batch {
  readonly type: KeptType;
  readonly rows: readonly MirrorRow[];
  readonly dependents: readonly Batch[];
  /** What is done in the same transaction for each object that is taken, by its id. */
  readonly writes: ReadonlyMap<string, (transaction: Queryable) => Promise<void>>;
}

/** What a list of Stripe's showed. */
export interface ListedPage {
  readonly listed: readonly { readonly type: KeptType; readonly objects: readonly { readonly id: string }[] }[];
  readonly gone?: readonly { readonly type: MirroredType; readonly id: string }[];
  /** When it was asked for, by the database's clock. */
  readonly at: Date;
}

/** Times that an object is read again when a newer state was written meanwhile. */
const readings = 3;

/**
 * Keeps Stripe's objects in PostgreSQL. An object is taken with the time at which it was true by the database's clock: the answer's arrival for a
 * change that we made ourselves, the question's departure for a reading. An older state never replaces a newer one.
 */
export function createMirror(database: Database, client: StripeClient) {
  const listeners: SubscriptionListener[] = [];

  async function prepare<Type extends KeptType>(type: Type, objects: readonly KeptObject<Type>[]): Promise<Batch> {
    const dependents: Batch[] = [];
    const writes = new Map<string, (transaction: Queryable) => Promise<void>>();
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
      for (const subscription of objects as readonly object[] as readonly Stripe.Subscription[]) {
        const told = await Promise.all(listeners.map((listener) => listener(subscription)));
        writes.set(subscription.id, async (transaction) => {
          for (const write of told) await write(transaction);
        });
      }
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
      const at = await queries.now(transaction);
      for (const batch of batches) await write(transaction, batch, at);
    });
  }

  /** @returns whether nothing newer stood in the way. */
  async function readOnce(type: MirroredType, id: string): Promise<boolean> {
    const stripe = await client();
    const at = await queries.now(database.query);
    const object = await read(stripe, type, id);
    if (object === undefined) {
      await database.transaction((transaction) => queries.markDeleted(transaction, type, id, at));
      return true;
    }
    const batch = await prepare(type, [object as never]);
    const companions = await companionsOf(stripe, batch, object);
    return database.transaction(async (transaction) => {
      const taken = await write(transaction, batch, at);
      for (const companion of companions) await write(transaction, companion, at);
      return taken.has(id);
    });
  }

  /** What changes with an object and has no event of its own. */
  async function companionsOf(stripe: Stripe, { type, dependents }: Batch, object: object): Promise<Batch[]> {
    if (type === 'customer') {
      const history = await readBalanceHistory(
        stripe,
        (object as Stripe.Customer).id,
        async (ids) => (await queries.find(database.query, 'customer_balance_transaction', ids)).size > 0,
      );
      return [
        alone(
          'customer_balance_transaction',
          history.map((change) => rowOf('customer_balance_transaction', change)),
        ),
      ];
    }
    if (type !== 'invoice') return [];
    const invoice = object as Stripe.Invoice;
    const batches: Batch[] = [];
    if (invoice.payments) batches.push(await prepare('invoice_payment', invoice.payments.data));
    const items = dependents
      .flatMap(({ rows }) => rows)
      .flatMap(({ columns }) => (typeof columns.invoice_item_id === 'string' ? [columns.invoice_item_id] : []));
    if ((await queries.findUnattachedItems(database.query, invoice.id ?? '', items)).length > 0) {
      batches.push(await prepare('invoiceitem', await readItemsOfInvoice(stripe, invoice.id ?? '')));
    }
    return batches;
  }

  return {
    onSubscription: (listener: SubscriptionListener): void => {
      listeners.push(listener);
    },
    /** Takes what a call of ours has just answered, so that no screen waits for a webhook; of a subscription also its latest invoice, where the answer holds it. */
    tookSubscription: (subscription: Stripe.Subscription) => took('subscription', subscription),
    tookCustomer: (customer: Stripe.Customer) => took('customer', customer),
    tookPaymentMethod: (paymentMethod: Stripe.PaymentMethod) => took('payment_method', paymentMethod),
    tookInvoice: (invoice: Stripe.Invoice) => took('invoice', invoice),
    tookPaymentIntent: (intent: Stripe.PaymentIntent) => took('payment_intent', intent),

    /** Reads an object afresh from Stripe and takes it. What is gone there is marked as deleted here. */
    refresh: (type: MirroredType, id: string): Promise<void> =>
      translated(async () => {
        // A newer state that was written meanwhile may itself have been overtaken by what we were told of: only a later reading knows.
        for (let reading = 1; !(await readOnce(type, id)) && reading < readings; reading += 1);
      }),

    /**
     * Takes a page of a list that was asked for at `at`, and what was read with it, and says what was not here as it is there. Unchanged objects are
     * only noted as seen. What is gone is named by its type and id.
     * @param inTransaction runs in the transaction that takes them.
     */
    async takeListed(
      { listed, gone = [], at }: ListedPage,
      inTransaction: (transaction: Queryable, differences: readonly Difference[]) => Promise<void>,
    ): Promise<void> {
      const batches: Batch[] = [];
      for (const { type, objects } of listed) batches.push(await prepare(type, objects as never));
      await database.transaction(async (transaction) => {
        const differences: Difference[] = [];
        for (const batch of batches) differences.push(...(await compareAndWrite(transaction, batch, at)));
        for (const { type, id } of gone) {
          if (await queries.markDeleted(transaction, type, id, at)) {
            differences.push({ type, id, customerId: null, kind: 'gone', fields: [] });
          }
        }
        await inTransaction(transaction, differences);
      });
    },
  };
}

function alone(type: KeptType, rows: readonly MirrorRow[]): Batch {
  return { type, rows, dependents: [], writes: new Map() };
}

/** @returns ids of the objects that were taken. */
async function write(transaction: Queryable, batch: Batch, at: Date): Promise<ReadonlySet<string>> {
  const taken = await queries.take(transaction, batch.type, batch.rows, at);
  for (const dependent of batch.dependents) await write(transaction, dependent, at);
  if (batch.type === 'invoice') await removeLines(transaction, batch, [...taken]);
  for (const id of taken) await batch.writes.get(id)?.(transaction);
  return taken;
}

async function compareAndWrite(transaction: Queryable, batch: Batch, at: Date): Promise<Difference[]> {
  const { type, rows } = batch;
  const here = await queries.find(
    transaction,
    type,
    rows.map(({ id }) => id),
  );
  const differences = rows.flatMap((row) => differenceOf(type, here.get(row.id), row) ?? []);
  const differing = new Set(differences.map(({ id }) => id));
  // What hangs on a subscription is mended with it, even where the subscription itself is right.
  const toTake = rows.filter(({ id }) => differing.has(id) || batch.writes.has(id));
  const unchanged = rows.filter(({ id }) => !differing.has(id)).map(({ id }) => id);
  const taken = await queries.take(transaction, type, toTake, at);
  await queries.touch(transaction, type, unchanged, at);
  const found = differences.filter(({ id }) => taken.has(id));
  for (const dependent of batch.dependents) found.push(...(await compareAndWrite(transaction, dependent, at)));
  if (type === 'invoice') {
    const current = rows.filter(({ id }) => taken.has(id) || !differing.has(id)).map(({ id }) => id);
    const removed = await removeLines(transaction, batch, current);
    found.push(
      ...removed.map((id) => ({ type: 'line_item', id, customerId: null, kind: 'gone', fields: [] }) as const),
    );
  }
  for (const id of taken) await batch.writes.get(id)?.(transaction);
  return found;
}

function removeLines(transaction: Queryable, batch: Batch, invoices: readonly string[]): Promise<string[]> {
  const lines = batch.dependents.flatMap(({ rows }) => rows.map(({ id }) => id));
  return queries.removeOtherLines(transaction, invoices, lines);
}

export type Mirror = ReturnType<typeof createMirror>;
