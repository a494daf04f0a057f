import type Stripe from 'stripe';
import type { Queryable } from '../../db/database.ts';
import { readTaxAmounts } from '../calls/invoices.ts';
import type { StripeClient } from '../client.ts';
import { type Difference, findDifference, isOutdated, toMirrorRow } from './compare.ts';
import { type MirrorRow, mirrorQueries as queries, type ReadingStart } from './mirror.queries.ts';
import { wholeLines } from './reads.ts';
import { referencedId, type StoredObject, type StoredType } from './rows.ts';

/** The form in which the mirror passes a subscription on: the only one of Stripe's types that modules use. */
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
  | 'canceled_at'
  | 'discounts'
  | 'test_clock'
  | 'collection_method'
  | 'days_until_due'
>;

/** Receives the ids that were stored, in the transaction that stored them. */
type Write = (transaction: Queryable, stored: ReadonlySet<string>) => Promise<void>;

/**
 * Called with the subscriptions that the mirror is about to store (MIR-3). The returned function runs in the same
 * transaction for those that are stored, so that dependent data is never outdated. Lookups elsewhere must happen before
 * it.
 */
export type SubscriptionListener = (subscriptions: readonly StripeSubscription[]) => Promise<Write>;

/** An invoice, refund or credit note that is about to be stored and may be mailed. */
export interface BilledObject {
  readonly type: 'invoice' | 'refund' | 'credit_note';
  readonly id: string;
  /** The discounts of an invoice. */
  readonly discountIds: readonly string[];
  /** The rates of its taxes. */
  readonly taxRateIds: readonly string[];
  /**
   * Seconds since 1970: when a refund or a credit note was created, or an invoice was finalized or paid. Zero for a
   * draft.
   */
  readonly at: number;
}

/**
 * Called with invoices, refunds and credit notes that the mirror is about to store. The returned function runs in the
 * same transaction for those that are stored.
 */
export type BilledListener = (objects: readonly BilledObject[]) => Write | undefined;

/** The dependencies for preparing objects. */
export interface StoreContext {
  readonly client: StripeClient;
  readonly listeners: readonly SubscriptionListener[];
  readonly billedListeners: readonly BilledListener[];
}

/** Objects of one type with everything that belongs to them, ready to be written without further calls. */
export interface Batch {
  readonly type: StoredType;
  readonly rows: readonly MirrorRow[];
  readonly dependents: readonly Batch[];
  /** Runs in the same transaction for the objects that are stored. */
  readonly writes: readonly Write[];
  /** Like `writes`, but for work on which no stored data depends. */
  readonly notices: readonly Write[];
}

/** Reads what is missing to write objects of one type: further lines, and the data that listeners need. */
export async function prepareBatch<Type extends StoredType>(
  context: StoreContext,
  type: Type,
  objects: readonly StoredObject<Type>[],
): Promise<Batch> {
  const dependents: Batch[] = [];
  let writes: Write[] = [];
  if (type === 'invoice') {
    const invoices = objects as readonly object[] as readonly Stripe.Invoice[];
    const lines = await Promise.all(invoices.map((invoice) => readLineRows(context, invoice)));
    dependents.push(withoutDependents('line_item', lines.flat()));
  }
  if (type === 'charge' || type === 'refund') {
    const transactions = (objects as readonly object[] as readonly (Stripe.Charge | Stripe.Refund)[]).flatMap(
      ({ balance_transaction: left }) =>
        typeof left === 'object' && left !== null ? [toMirrorRow('balance_transaction', left)] : [],
    );
    dependents.push(withoutDependents('balance_transaction', transactions));
  }
  if (type === 'subscription') {
    const subscriptions = objects as readonly object[] as readonly Stripe.Subscription[];
    writes = await Promise.all(context.listeners.map((listener) => listener(subscriptions)));
  }
  const notices = findNotices(context, type, objects);
  return { type, rows: objects.map((object) => toMirrorRow(type, object)), dependents, writes, notices };
}

function findNotices({ billedListeners }: StoreContext, type: StoredType, objects: readonly object[]): Write[] {
  if (type !== 'invoice' && type !== 'refund' && type !== 'credit_note') return [];
  const billed = (objects as readonly (Stripe.Invoice | Stripe.Refund | Stripe.CreditNote)[]).map((object) => ({
    type,
    id: object.id ?? '',
    discountIds: 'total_discount_amounts' in object ? discountIds(object) : [],
    taxRateIds: 'total_discount_amounts' in object ? readTaxAmounts(object).flatMap(({ rateId }) => rateId ?? []) : [],
    at: 'status_transitions' in object ? latestTransition(object.status_transitions) : object.created,
  }));
  return billedListeners.flatMap((listener) => listener(billed) ?? []);
}

function discountIds({ total_discount_amounts: amounts }: Stripe.Invoice): string[] {
  return (amounts ?? []).flatMap(({ discount }) => referencedId(discount) ?? []);
}

function latestTransition({ finalized_at: finalized, paid_at: paid }: Stripe.Invoice.StatusTransitions): number {
  return Math.max(finalized ?? 0, paid ?? 0);
}

async function readLineRows({ client }: StoreContext, invoice: Stripe.Invoice): Promise<MirrorRow[]> {
  const lines = await wholeLines(await client(), invoice);
  const ofInvoice = { invoice_id: invoice.id ?? '', customer_id: referencedId(invoice.customer) ?? '' };
  return lines.map((line, position) => {
    const row = toMirrorRow('line_item', line);
    return { ...row, columns: { ...row.columns, ...ofInvoice, position } };
  });
}

function withoutDependents(type: StoredType, rows: readonly MirrorRow[]): Batch {
  return { type, rows, dependents: [], writes: [], notices: [] };
}

/** @returns ids of the stored objects, for which no newer state existed. */
export async function writeBatch(
  transaction: Queryable,
  batch: Batch,
  begun: ReadingStart,
): Promise<ReadonlySet<string>> {
  const stored = await queries.store(transaction, batch.type, batch.rows, begun);
  for (const dependent of batch.dependents) await writeBatch(transaction, dependent, begun);
  if (batch.type === 'invoice') await removeLines(transaction, batch, [...stored]);
  await runWrites(transaction, batch, stored);
  return stored;
}

/** Writes differing objects and marks the others as seen. @returns the stored differences. */
export async function compareAndWriteBatch(
  transaction: Queryable,
  batch: Batch,
  begun: ReadingStart,
): Promise<Difference[]> {
  const { type, rows } = batch;
  const here = await queries.find(
    transaction,
    type,
    rows.map(({ id }) => id),
  );
  const differences = rows.flatMap((row) => findDifference(type, here.get(row.id), row) ?? []);
  const differing = new Set(differences.map(({ id }) => id));
  for (const row of rows) if (isOutdated(type, here.get(row.id), row)) differing.add(row.id);
  // Data that depends on a subscription is repaired with it, even if the subscription itself is correct.
  const toStore = rows.filter(({ id }) => differing.has(id) || batch.writes.length > 0);
  const unchanged = rows.filter(({ id }) => !differing.has(id)).map(({ id }) => id);
  const stored = await queries.store(transaction, type, toStore, begun);
  await queries.markSeen(transaction, type, unchanged, begun);
  const found = differences.filter(({ id }) => stored.has(id));
  for (const dependent of batch.dependents) found.push(...(await compareAndWriteBatch(transaction, dependent, begun)));
  if (type === 'invoice') {
    const current = rows.filter(({ id }) => stored.has(id) || !differing.has(id)).map(({ id }) => id);
    const removed = await removeLines(transaction, batch, current);
    found.push(
      ...removed.map((id) => ({ type: 'line_item', id, customerId: null, kind: 'gone', fields: [] }) as const),
    );
  }
  await runWrites(transaction, batch, stored);
  return found;
}

async function runWrites(transaction: Queryable, batch: Batch, stored: ReadonlySet<string>): Promise<void> {
  if (stored.size === 0) return;
  for (const writeAlong of [...batch.writes, ...batch.notices]) await writeAlong(transaction, stored);
}

function removeLines(transaction: Queryable, batch: Batch, invoices: readonly string[]): Promise<string[]> {
  const lines = batch.dependents.flatMap(({ rows }) => rows.map(({ id }) => id));
  return queries.removeOtherLines(transaction, invoices, lines);
}
